/// The rules of the composed app in groups, each rule to be checked on a new device.
public enum FoodAppContract {}
