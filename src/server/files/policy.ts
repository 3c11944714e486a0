/** What may be uploaded for one purpose. */
export interface UploadPolicy {
  /** Bytes. */
  maxSize: number
  /** Accepted types by content, not by name; `cipher` stands for opaque bytes. */
  types: readonly string[]
}
/** By use, e.g. `qualification`; the browser names the use in the upload's metadata. */
export type UploadPolicies = Readonly<Record<string, UploadPolicy>>

const NAMES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word（.docx）',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel（.xlsx）',
  'application/zip': 'ZIP',
  'image/png': 'PNG',
  'image/jpeg': 'JPG',
  'image/webp': 'WebP',
  'image/x-icon': 'ICO',
}

/** Why a file was refused, with what may be uploaded instead. */
export function wrongType(types: readonly string[]): string {
  return `不支持的文件类型，可上传 ${types.map((type) => NAMES[type] ?? type).join('、')}`
}
