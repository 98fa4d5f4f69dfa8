// An app of all features needs one product and one import: this module brings the contracts of the others.
@_exported import Addresses
@_exported import Cart
@_exported import Cities
@_exported import Commerce
@_exported import Menu
@_exported import Networking
@_exported import OrderRating
@_exported import Orders
@_exported import Profile
@_exported import Storage
@_exported import Sync
