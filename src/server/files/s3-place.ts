/** A bucket, and how to reach it. */
export interface S3Place {
  /** Without a path, e.g. `https://s3.cn-north-1.amazonaws.com.cn`. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Whether the bucket stands in the path or, as some services demand, in the host name. */
  addressing: 'path' | 'host'
}

const FORM = 'https://<access key>:<secret key>@<host>/<bucket>?region=<region>'
/** What services that have no regions accept. */
const NO_REGION = 'us-east-1'
const ADDRESSING = ['path', 'host'] as const

/**
 * Reads `S3_URL`: keys, host, bucket, and as query `region` (`us-east-1` where left out) and `addressing` (`path` or
 * `host`). Reserved characters of the keys are percent-encoded. Throws by name, without showing a key.
 */
export function readS3Url(value: string): S3Place {
  const url = URL.parse(value)
  const bucket = url?.pathname.slice(1).replace(/\/$/, '') ?? ''
  const addressing = ADDRESSING.find((one) => one === (url?.searchParams.get('addressing') ?? 'path'))
  const isWhole = url && /^https?:$/.test(url.protocol) && url.username && url.password && addressing
  if (!isWhole || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new Error(`S3_URL 格式有误，应为 / is malformed, and should read: ${FORM}`)
  return {
    endpoint: url.origin,
    bucket,
    region: url.searchParams.get('region') ?? NO_REGION,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    addressing,
  }
}
