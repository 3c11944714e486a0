import { queryString } from '#web/call.ts'

/** Address of the previewer for files, the first of them open. */
export function previewAddress(...attachmentIds: string[]): string {
  return `/hall/file/preview${queryString({ attachmentId: attachmentIds })}`
}
