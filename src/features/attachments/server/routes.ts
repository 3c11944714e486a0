import type { Feature } from '#server/feature.ts'
import type { FileColumns } from '#server/files/columns.ts'
import { batchZip } from './batch-zip.ts'
import { downloadRoutes, downloadWorker } from './downloads.ts'
import { groupRoutes } from './groups.ts'
import { libraryRoutes } from './library.ts'
import type { AttachmentHolder, DownloadKind } from './public.ts'
import { renditionWorker, textWorker } from './renditions.ts'
import { serveRoutes } from './serve.ts'
import { startSweeping } from './sweep.ts'
import { toolRoutes } from './tools.ts'
import { uploads } from './upload-policies.ts'

interface Options {
  /** Who knows in which records stored files stand. */
  holders: readonly AttachmentHolder[]
  /** What the download centre can build. */
  downloads: readonly DownloadKind[]
  /** Where records of all features hold stored files. */
  files: () => FileColumns
}

/** Attachments, their conversion, document tools and the download centre. */
export function attachments({ holders, downloads, files }: Options): Feature {
  const zip = batchZip(holders)
  const kinds = new Map<string, DownloadKind>([...downloads, zip.kind as DownloadKind].map((kind) => [kind.kind, kind]))
  return {
    name: 'attachments',
    files: {
      'attachment.id': 'id',
      'file_object.sha256': 'hash',
      'attachment_download.sha256': 'hash',
      'attachment_rendition.sha256': 'hash',
    },
    uploads,
    routes: [
      ...libraryRoutes(holders),
      ...groupRoutes,
      ...serveRoutes(holders),
      ...toolRoutes(holders),
      ...downloadRoutes(kinds),
      zip.route,
    ],
    workers: [renditionWorker, textWorker, downloadWorker(kinds)],
    start: (kernel) => startSweeping(kernel, files()),
  }
}
