/** An RFC 3161 time-stamp of a tree head, as trust data carries it. Base64. */
export interface HeadStamp {
  /** The token, DER, over SHA-256 of the note's body. */
  token: string
  /** The platform stamped it itself: no third party says so. */
  isLocal: boolean
  /** Certificates that the signer's must lead up to, DER; none: only the signature is checked. */
  issuers: string[]
}
