// The classes of Foundation that the modules use, written from their documentation.
#pragma once

#include <objc/NSObject.h>
#include <os/availability.h>
#include <sys/types.h>
#include "CoreFoundation.h"

#define NS_SWIFT_NAME(name) __attribute__((swift_name(#name)))
#define NS_SWIFT_SENDABLE __attribute__((swift_attr("@Sendable")))
#define NS_SWIFT_BRIDGE(name) __attribute__((swift_bridge(#name)))
#define NS_EXTENSIBLE_STRING_ENUM __attribute__((swift_wrapper(struct)))
#define NS_ENUM(type, name) \
  enum __attribute__((enum_extensibility(open))) name : type name; \
  enum name : type
#define NS_CLOSED_ENUM(type, name) \
  enum __attribute__((enum_extensibility(closed))) name : type name; \
  enum name : type
#define NS_OPTIONS(type, name) \
  enum __attribute__((flag_enum, enum_extensibility(open))) name : type name; \
  enum name : type

#pragma clang assume_nonnull begin

typedef double NSTimeInterval;
typedef struct _NSZone NSZone;

@class NSString, NSError, NSURLSession, NSURLSessionTask;

@protocol NSCopying
- (id)copyWithZone:(nullable NSZone *)zone;
@end

NS_SWIFT_SENDABLE
NS_SWIFT_BRIDGE(Swift.String)
@interface NSString : NSObject <NSCopying>
@end

NS_SWIFT_BRIDGE(Foundation.Data)
@interface NSData : NSObject <NSCopying>
@end

NS_SWIFT_BRIDGE(Swift.Array)
@interface NSArray<__covariant ObjectType> : NSObject <NSCopying>
@end

NS_SWIFT_BRIDGE(Swift.Dictionary)
@interface NSDictionary<__covariant KeyType, __covariant ObjectType> : NSObject <NSCopying>
@end

NS_SWIFT_BRIDGE(Swift.Set)
@interface NSSet<__covariant ObjectType> : NSObject <NSCopying>
@end

NS_SWIFT_SENDABLE
@interface NSValue : NSObject <NSCopying>
@end

NS_SWIFT_SENDABLE
@interface NSNumber : NSValue
@property(readonly) int intValue;
@property(readonly) double doubleValue;
@property(readonly) BOOL boolValue;
@property(readonly, copy) NSString *stringValue;
@end

NS_SWIFT_SENDABLE
@interface NSNull : NSObject <NSCopying>
@end

NS_SWIFT_SENDABLE
NS_SWIFT_BRIDGE(Foundation.URL)
@interface NSURL : NSObject <NSCopying>
@end

NS_SWIFT_SENDABLE
NS_SWIFT_BRIDGE(Foundation.Date)
@interface NSDate : NSObject <NSCopying>
@end

NS_SWIFT_SENDABLE
NS_SWIFT_BRIDGE(Foundation.URLRequest)
@interface NSURLRequest : NSObject <NSCopying>
@end

typedef NSString *NSErrorDomain NS_EXTENSIBLE_STRING_ENUM;
typedef NSString *NSErrorUserInfoKey;
extern NSErrorDomain const NSCocoaErrorDomain;
extern NSErrorDomain const NSPOSIXErrorDomain;
extern NSErrorDomain const NSURLErrorDomain;
extern NSErrorUserInfoKey const NSUnderlyingErrorKey;
extern NSErrorUserInfoKey const NSLocalizedDescriptionKey;

NS_SWIFT_SENDABLE
NS_SWIFT_BRIDGE(Swift.Error)
@interface NSError : NSObject <NSCopying>
- (instancetype)initWithDomain:(NSErrorDomain)domain
                          code:(NSInteger)code
                      userInfo:(nullable NSDictionary<NSErrorUserInfoKey, id> *)dict;
@property(readonly, copy) NSErrorDomain domain;
@property(readonly) NSInteger code;
@property(readonly, copy) NSDictionary<NSErrorUserInfoKey, id> *userInfo;
@property(readonly, copy) NSString *localizedDescription;
@end

NS_SWIFT_NAME(Bundle) NS_SWIFT_SENDABLE
@interface NSBundle : NSObject
@property(class, readonly, strong) NSBundle *mainBundle NS_SWIFT_NAME(main);
+ (NSBundle *)bundleForClass:(Class)aClass NS_SWIFT_NAME(init(for:));
- (nullable instancetype)initWithPath:(NSString *)path;
- (nullable instancetype)initWithURL:(NSURL *)url;
@property(readonly, copy) NSURL *bundleURL;
@property(nullable, readonly, copy) NSURL *resourceURL;
@property(nullable, readonly, copy) NSString *bundleIdentifier;
- (NSString *)localizedStringForKey:(NSString *)key
                              value:(nullable NSString *)value
                              table:(nullable NSString *)tableName;
- (nullable NSURL *)URLForResource:(nullable NSString *)name
                     withExtension:(nullable NSString *)ext;
@end

typedef NSString *NSFileAttributeKey NS_EXTENSIBLE_STRING_ENUM NS_SWIFT_NAME(FileAttributeKey);
extern NSFileAttributeKey const NSFileSize NS_SWIFT_NAME(size);
extern NSFileAttributeKey const NSFileModificationDate NS_SWIFT_NAME(modificationDate);
extern NSFileAttributeKey const NSFilePosixPermissions NS_SWIFT_NAME(posixPermissions);

typedef NSString *NSURLResourceKey NS_EXTENSIBLE_STRING_ENUM NS_SWIFT_NAME(URLResourceKey);
extern NSURLResourceKey const NSURLIsRegularFileKey;
extern NSURLResourceKey const NSURLIsDirectoryKey;
extern NSURLResourceKey const NSURLIsExcludedFromBackupKey;
extern NSURLResourceKey const NSURLFileSizeKey;

typedef NS_OPTIONS(NSUInteger, NSDirectoryEnumerationOptions) {
  NSDirectoryEnumerationSkipsSubdirectoryDescendants = 1,
  NSDirectoryEnumerationSkipsHiddenFiles = 4,
} NS_SWIFT_NAME(FileManager.DirectoryEnumerationOptions);

NS_SWIFT_NAME(FileHandle) NS_SWIFT_SENDABLE
@interface NSFileHandle : NSObject
@property(class, readonly, strong) NSFileHandle *fileHandleWithStandardError NS_SWIFT_NAME(standardError);
- (void)writeData:(NSData *)data NS_SWIFT_NAME(write(_:));
@end

NS_SWIFT_NAME(ProcessInfo) NS_SWIFT_SENDABLE
@interface NSProcessInfo : NSObject
@property(class, readonly, strong) NSProcessInfo *processInfo;
@property(readonly, copy) NSDictionary<NSString *, NSString *> *environment;
@end

NS_SWIFT_NAME(FileManager) NS_SWIFT_SENDABLE
@interface NSFileManager : NSObject
@property(class, readonly, strong) NSFileManager *defaultManager NS_SWIFT_NAME(default);
@property(readonly, copy) NSURL *temporaryDirectory;
- (nullable NSURL *)containerURLForSecurityApplicationGroupIdentifier:(NSString *)groupIdentifier;
- (BOOL)fileExistsAtPath:(NSString *)path;
- (BOOL)removeItemAtURL:(NSURL *)URL error:(NSError **)error;
- (BOOL)copyItemAtURL:(NSURL *)srcURL toURL:(NSURL *)dstURL error:(NSError **)error;
- (BOOL)moveItemAtURL:(NSURL *)srcURL toURL:(NSURL *)dstURL error:(NSError **)error;
- (BOOL)createDirectoryAtURL:(NSURL *)url
    withIntermediateDirectories:(BOOL)createIntermediates
                     attributes:(nullable NSDictionary<NSFileAttributeKey, id> *)attributes
                          error:(NSError **)error;
- (nullable NSArray<NSURL *> *)contentsOfDirectoryAtURL:(NSURL *)url
                             includingPropertiesForKeys:(nullable NSArray<NSURLResourceKey> *)keys
                                                options:(NSDirectoryEnumerationOptions)mask
                                                  error:(NSError **)error;
- (nullable NSArray<NSString *> *)contentsOfDirectoryAtPath:(NSString *)path
                                                      error:(NSError **)error;
- (nullable NSArray<NSString *> *)subpathsOfDirectoryAtPath:(NSString *)path
                                                      error:(NSError **)error;
- (nullable NSDictionary<NSFileAttributeKey, id> *)attributesOfItemAtPath:(NSString *)path
                                                                    error:(NSError **)error;
@end

NS_SWIFT_NAME(UserDefaults)
@interface NSUserDefaults : NSObject
@property(class, readonly, strong) NSUserDefaults *standardUserDefaults NS_SWIFT_NAME(standard);
- (nullable instancetype)initWithSuiteName:(nullable NSString *)suitename;
- (nullable id)objectForKey:(NSString *)defaultName NS_SWIFT_NAME(object(forKey:));
- (void)setObject:(nullable id)value forKey:(NSString *)defaultName NS_SWIFT_NAME(set(_:forKey:));
- (void)removeObjectForKey:(NSString *)defaultName;
- (nullable NSString *)stringForKey:(NSString *)defaultName;
- (NSInteger)integerForKey:(NSString *)defaultName;
- (BOOL)boolForKey:(NSString *)defaultName;
- (BOOL)synchronize;
@end

typedef NS_OPTIONS(NSUInteger, NSJSONReadingOptions) {
  NSJSONReadingMutableContainers = 1,
  NSJSONReadingMutableLeaves = 2,
  NSJSONReadingFragmentsAllowed = 4,
} NS_SWIFT_NAME(JSONSerialization.ReadingOptions);

typedef NS_OPTIONS(NSUInteger, NSJSONWritingOptions) {
  NSJSONWritingPrettyPrinted = 1,
  NSJSONWritingSortedKeys = 2,
  NSJSONWritingFragmentsAllowed = 4,
  NSJSONWritingWithoutEscapingSlashes = 8,
} NS_SWIFT_NAME(JSONSerialization.WritingOptions);

NS_SWIFT_NAME(JSONSerialization)
@interface NSJSONSerialization : NSObject
+ (BOOL)isValidJSONObject:(id)obj;
+ (nullable NSData *)dataWithJSONObject:(id)obj
                                options:(NSJSONWritingOptions)opt
                                  error:(NSError **)error;
+ (nullable id)JSONObjectWithData:(NSData *)data
                          options:(NSJSONReadingOptions)opt
                            error:(NSError **)error;
@end

#if TARGET_OS_OSX
// Processes of their own exist on the Mac alone.
NS_SWIFT_NAME(Process)
@interface NSTask : NSObject
@property(nullable, copy) NSURL *executableURL;
@property(nullable, copy) NSArray<NSString *> *arguments;
@property(readonly) int terminationStatus;
- (BOOL)launchAndReturnError:(NSError **)error NS_SWIFT_NAME(run());
- (void)waitUntilExit;
@end
#endif

#pragma mark Loading URLs

NS_SWIFT_NAME(URLResponse) NS_SWIFT_SENDABLE
@interface NSURLResponse : NSObject <NSCopying>
@property(nullable, readonly, copy) NSURL *URL;
@property(nullable, readonly, copy) NSString *MIMEType;
@property(readonly) long long expectedContentLength;
@end

NS_SWIFT_NAME(HTTPURLResponse) NS_SWIFT_SENDABLE
@interface NSHTTPURLResponse : NSURLResponse
- (nullable instancetype)initWithURL:(NSURL *)url
                          statusCode:(NSInteger)statusCode
                         HTTPVersion:(nullable NSString *)HTTPVersion
                        headerFields:(nullable NSDictionary<NSString *, NSString *> *)headerFields;
@property(readonly) NSInteger statusCode;
@property(readonly, copy) NSDictionary *allHeaderFields;
- (nullable NSString *)valueForHTTPHeaderField:(NSString *)field
    API_AVAILABLE(macos(10.15), ios(13.0));
@end

NS_SWIFT_NAME(URLCredential) NS_SWIFT_SENDABLE
@interface NSURLCredential : NSObject <NSCopying>
@end

NS_SWIFT_NAME(URLCredentialStorage) NS_SWIFT_SENDABLE
@interface NSURLCredentialStorage : NSObject
@property(class, readonly, strong) NSURLCredentialStorage *sharedCredentialStorage
    NS_SWIFT_NAME(shared);
@end

NS_SWIFT_NAME(URLAuthenticationChallenge) NS_SWIFT_SENDABLE
@interface NSURLAuthenticationChallenge : NSObject
@property(readonly) NSInteger previousFailureCount;
@end

NS_SWIFT_NAME(URLCache) NS_SWIFT_SENDABLE
@interface NSURLCache : NSObject
@property(class, strong) NSURLCache *sharedURLCache NS_SWIFT_NAME(shared);
@end

NS_SWIFT_NAME(HTTPCookieStorage) NS_SWIFT_SENDABLE
@interface NSHTTPCookieStorage : NSObject
@property(class, readonly, strong) NSHTTPCookieStorage *sharedHTTPCookieStorage
    NS_SWIFT_NAME(shared);
@end

NS_SWIFT_NAME(OperationQueue) NS_SWIFT_SENDABLE
@interface NSOperationQueue : NSObject
@property(class, readonly, strong) NSOperationQueue *mainQueue NS_SWIFT_NAME(main);
@end

NS_SWIFT_NAME(URLSessionConfiguration) NS_SWIFT_SENDABLE
@interface NSURLSessionConfiguration : NSObject <NSCopying>
@property(class, readonly, strong) NSURLSessionConfiguration *defaultSessionConfiguration
    NS_SWIFT_NAME(default);
@property(class, readonly, strong) NSURLSessionConfiguration *ephemeralSessionConfiguration
    NS_SWIFT_NAME(ephemeral);
+ (NSURLSessionConfiguration *)backgroundSessionConfigurationWithIdentifier:(NSString *)identifier
    NS_SWIFT_NAME(background(withIdentifier:));
@property NSTimeInterval timeoutIntervalForRequest;
@property NSTimeInterval timeoutIntervalForResource;
@property BOOL allowsCellularAccess;
@property BOOL allowsExpensiveNetworkAccess API_AVAILABLE(macos(10.15), ios(13.0));
@property BOOL allowsConstrainedNetworkAccess API_AVAILABLE(macos(10.15), ios(13.0));
@property BOOL waitsForConnectivity;
@property BOOL sessionSendsLaunchEvents API_AVAILABLE(macos(11.0), ios(7.0));
@property(nullable, copy) NSDictionary *HTTPAdditionalHeaders;
@property NSInteger HTTPMaximumConnectionsPerHost;
@property(nullable, retain) NSHTTPCookieStorage *HTTPCookieStorage;
@property(nullable, retain) NSURLCredentialStorage *URLCredentialStorage;
@property(nullable, retain) NSURLCache *URLCache;
@property(nullable, copy) NSArray<Class> *protocolClasses;
@end

typedef NS_CLOSED_ENUM(NSInteger, NSURLSessionTaskState) {
  NSURLSessionTaskStateRunning = 0,
  NSURLSessionTaskStateSuspended = 1,
  NSURLSessionTaskStateCanceling = 2,
  NSURLSessionTaskStateCompleted = 3,
} NS_SWIFT_NAME(URLSessionTask.State);

NS_SWIFT_NAME(URLSessionTask) NS_SWIFT_SENDABLE
@interface NSURLSessionTask : NSObject <NSCopying>
@property(readonly) NSUInteger taskIdentifier;
@property(nullable, readonly, copy) NSURLRequest *originalRequest;
@property(nullable, readonly, copy) NSURLRequest *currentRequest;
@property(nullable, readonly, copy) NSURLResponse *response;
@property(readonly) int64_t countOfBytesReceived;
@property(readonly) int64_t countOfBytesSent;
@property(readonly) int64_t countOfBytesExpectedToSend;
@property(nullable, copy) NSString *taskDescription;
@property(readonly) NSURLSessionTaskState state;
@property(nullable, readonly, copy) NSError *error;
- (void)cancel;
- (void)suspend;
- (void)resume;
@end

NS_SWIFT_NAME(URLSessionDataTask) NS_SWIFT_SENDABLE
@interface NSURLSessionDataTask : NSURLSessionTask
@end

NS_SWIFT_NAME(URLSessionUploadTask) NS_SWIFT_SENDABLE
@interface NSURLSessionUploadTask : NSURLSessionDataTask
@end

typedef NS_ENUM(NSInteger, NSURLSessionAuthChallengeDisposition) {
  NSURLSessionAuthChallengeUseCredential = 0,
  NSURLSessionAuthChallengePerformDefaultHandling = 1,
  NSURLSessionAuthChallengeCancelAuthenticationChallenge = 2,
  NSURLSessionAuthChallengeRejectProtectionSpace = 3,
} NS_SWIFT_NAME(URLSession.AuthChallengeDisposition);

typedef NS_ENUM(NSInteger, NSURLSessionResponseDisposition) {
  NSURLSessionResponseCancel = 0,
  NSURLSessionResponseAllow = 1,
  NSURLSessionResponseBecomeDownload = 2,
  NSURLSessionResponseBecomeStream = 3,
} NS_SWIFT_NAME(URLSession.ResponseDisposition);

@protocol NSURLSessionDelegate;

NS_SWIFT_NAME(URLSession) NS_SWIFT_SENDABLE
@interface NSURLSession : NSObject
@property(class, readonly, strong) NSURLSession *sharedSession NS_SWIFT_NAME(shared);
+ (NSURLSession *)sessionWithConfiguration:(NSURLSessionConfiguration *)configuration
    NS_SWIFT_NAME(init(configuration:));
+ (NSURLSession *)sessionWithConfiguration:(NSURLSessionConfiguration *)configuration
                                  delegate:(nullable id<NSURLSessionDelegate>)delegate
                             delegateQueue:(nullable NSOperationQueue *)queue
    NS_SWIFT_NAME(init(configuration:delegate:delegateQueue:));
@property(readonly, copy) NSURLSessionConfiguration *configuration;
- (void)finishTasksAndInvalidate;
- (void)invalidateAndCancel;
- (NSURLSessionDataTask *)dataTaskWithRequest:(NSURLRequest *)request;
- (NSURLSessionUploadTask *)uploadTaskWithRequest:(NSURLRequest *)request
                                         fromFile:(NSURL *)fileURL;
@end

NS_SWIFT_NAME(URLSessionDelegate) NS_SWIFT_SENDABLE
@protocol NSURLSessionDelegate <NSObject>
@optional
- (void)URLSession:(NSURLSession *)session didBecomeInvalidWithError:(nullable NSError *)error;
- (void)URLSession:(NSURLSession *)session
    didReceiveChallenge:(NSURLAuthenticationChallenge *)challenge
      completionHandler:(void(NS_SWIFT_SENDABLE ^)(NSURLSessionAuthChallengeDisposition disposition,
                                 NSURLCredential *_Nullable credential))completionHandler;
@end

NS_SWIFT_NAME(URLSessionTaskDelegate) NS_SWIFT_SENDABLE
@protocol NSURLSessionTaskDelegate <NSURLSessionDelegate>
@optional
- (void)URLSession:(NSURLSession *)session
                          task:(NSURLSessionTask *)task
    willPerformHTTPRedirection:(NSHTTPURLResponse *)response
                    newRequest:(NSURLRequest *)request
             completionHandler:
                 (void(NS_SWIFT_SENDABLE ^)(NSURLRequest *_Nullable))completionHandler;
- (void)URLSession:(NSURLSession *)session
                   task:(NSURLSessionTask *)task
    didReceiveChallenge:(NSURLAuthenticationChallenge *)challenge
      completionHandler:(void(NS_SWIFT_SENDABLE ^)(NSURLSessionAuthChallengeDisposition disposition,
                                 NSURLCredential *_Nullable credential))completionHandler;
- (void)URLSession:(NSURLSession *)session
                        task:(NSURLSessionTask *)task
             didSendBodyData:(int64_t)bytesSent
              totalBytesSent:(int64_t)totalBytesSent
    totalBytesExpectedToSend:(int64_t)totalBytesExpectedToSend;
- (void)URLSession:(NSURLSession *)session taskIsWaitingForConnectivity:(NSURLSessionTask *)task;
- (void)URLSession:(NSURLSession *)session
                    task:(NSURLSessionTask *)task
    didCompleteWithError:(nullable NSError *)error;
@end

NS_SWIFT_NAME(URLSessionDataDelegate) NS_SWIFT_SENDABLE
@protocol NSURLSessionDataDelegate <NSURLSessionTaskDelegate>
@optional
- (void)URLSession:(NSURLSession *)session
              dataTask:(NSURLSessionDataTask *)dataTask
    didReceiveResponse:(NSURLResponse *)response
     completionHandler:(void(NS_SWIFT_SENDABLE ^)(
                           NSURLSessionResponseDisposition disposition))completionHandler;
- (void)URLSession:(NSURLSession *)session
          dataTask:(NSURLSessionDataTask *)dataTask
    didReceiveData:(NSData *)data;
@end

#pragma clang assume_nonnull end
