declare module 's3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  import type { Readable } from 'node:stream'

  interface Store {
    getResourcePath(bucket: string, key: string | undefined, resource: string): string
    putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>
    putObject(object: {
      bucket: string
      key: string
      content: Readable | Buffer
      metadata: object
    }): Promise<{ size: number; md5: string }>
    putPart(
      bucket: string,
      uploadId: string,
      partNumber: string,
      content: Readable,
    ): Promise<{ size: number; md5: string }>
    deleteObject(bucket: string, key: string): Promise<void>
  }

  export default class S3rver {
    constructor(options: {
      silent: boolean
      directory: string
      vhostBuckets: boolean
      configureBuckets: { name: string }[]
    })
    readonly store: Store
    configureBuckets(): Promise<unknown>
    callback(): (request: IncomingMessage, response: ServerResponse) => void
  }
}
