declare const SEALED: unique symbol
declare const BLIND: unique symbol

/** An encrypted text as a column holds it: `v<version>.<base64url>`, or '' for nothing. Only a Cipher makes and opens it. */
export interface Sealed {
  readonly [SEALED]: true
}

/** A keyed hash as a column holds it: `<version>.<base64url>`. Equal values of one column and version have equal ones. */
export interface Blind {
  readonly [BLIND]: true
}
