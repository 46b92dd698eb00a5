// Which engine answers: this program ("local"), or Python in the browser ("worker") with these files.
export const engine = "local";
export const files = [];
export const version = "";
