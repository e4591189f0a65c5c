/** Where browsers post files to and load them from: an address of the portal, which is the product's only asset host. */
export const OBJECTS_PATH = '/objects';
