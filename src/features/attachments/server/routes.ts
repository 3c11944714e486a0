import type { Feature } from '#server/feature.ts'
import { downloadRoutes, downloadWorker } from './downloads.ts'
import { libraryRoutes } from './library.ts'
import type { AttachmentHolder, DownloadKind } from './public.ts'
import { renditionWorker } from './renditions.ts'
import { type Runner, type RunnerOptions, startRunner } from './runner.ts'
import { serveRoutes } from './serve.ts'
import { toolRoutes } from './tools.ts'
import { WORK_STORED } from './work.ts'

interface Options {
  /** Who knows in which records stored files stand. */
  holders: readonly AttachmentHolder[]
  /** What the download centre can build. */
  downloads: readonly DownloadKind[]
  runner?: RunnerOptions
}

/** Attachments, their conversion, document tools and the download centre. */
export function attachments({ holders, downloads, runner: options }: Options): Feature {
  const kinds = new Map(downloads.map((kind) => [kind.kind, kind]))
  const runners = new Set<Runner>()
  return {
    name: 'attachments',
    routes: [...libraryRoutes(holders), ...serveRoutes(holders), ...toolRoutes(holders), ...downloadRoutes(kinds)],
    subscribers: [
      {
        name: 'attachments.wake',
        kind: WORK_STORED,
        handle: async () => {
          for (const runner of runners) runner.wake()
        },
      },
    ],
    start(kernel) {
      const runner = startRunner(kernel, [renditionWorker, downloadWorker(kinds)], options)
      runners.add(runner)
      return async () => {
        runners.delete(runner)
        await runner.stop()
      }
    },
  }
}
