import { urlOf } from '#web/call.ts'
import type { ContentOf } from '../../contract/content.ts'
import { templatePicture } from '../../contract/templates.ts'

/** Where the own picture of a host is; null when it is a drawn one. */
export function pictureOf({ picture }: ContentOf<'ai-avatar'>['host']): string | null {
  return picture && urlOf(templatePicture, { params: { fileId: picture.fileId } })
}
