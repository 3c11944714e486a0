/** What may be uploaded for one purpose. */
export interface UploadPolicy {
  /** Bytes. */
  maxSize: number
  /** Accepted types by content, not by name; `cipher` stands for opaque bytes. */
  types: readonly string[]
}
/** By use, e.g. `qualification`; the browser names the use in the upload's metadata. */
export type UploadPolicies = Readonly<Record<string, UploadPolicy>>
