import type { DetailedError, Upload } from 'tus-js-client'
import { ERRORS } from '#contract/errors.ts'
import { NETWORK_ERROR, callContext, commonHeaders } from '../call.ts'

export interface UploadHandlers {
  /** 0 to 1. */
  onProgress: (share: number) => void
  onDone: (fileId: string) => void
  onError: (message: string) => void
}

export interface RunningUpload {
  pause: () => Promise<void>
  resume: () => void
  /** Stops for good and lets the server throw away what it has. */
  cancel: () => Promise<void>
}

const CHUNK = 8 * 1024 * 1024

/**
 * Sends a file in resumable pieces. After a lost connection it goes on by itself where the server stands; choosing the
 * same file again after a closed window does so too. `use` names the server's policy (size, types, who may).
 */
export async function startUpload(file: File, use: string, handlers: UploadHandlers): Promise<RunningUpload> {
  const tus = await import('tus-js-client')
  let fileId = ''
  const again = () => upload.start()
  const upload: Upload = new tus.Upload(file, {
    endpoint: `${callContext.base}/files/tus`,
    chunkSize: CHUNK,
    retryDelays: [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000],
    removeFingerprintOnSuccess: true,
    onShouldRetry: (error) => mayPass(error),
    fingerprint: async (source) =>
      ['kb', callContext.owner, use, source.name, source.size, source.lastModified].join('|'),
    metadata: { filename: file.name, filetype: file.type, use },
    // Before every piece: a long transfer outlives the token that it began with.
    onBeforeRequest: (request) => {
      for (const [name, value] of Object.entries(commonHeaders())) request.setHeader(name, value)
    },
    onAfterResponse: (_, response) => {
      fileId = response.getHeader('X-File-Id') ?? fileId
    },
    onProgress: (sent, total) => handlers.onProgress(total === 0 ? 1 : sent / total),
    onSuccess: () => (fileId ? handlers.onDone(fileId) : handlers.onError(ERRORS.server.message)),
    onError: (error) => {
      // Without network nothing is tried again by itself; the browser says when there is one.
      if (!navigator.onLine && !answered(error)) window.addEventListener('online', again, { once: true })
      else handlers.onError(messageOf(error))
    },
  })
  const previous = (await upload.findPreviousUploads())[0]
  if (previous) upload.resumeFromPreviousUpload(previous)
  upload.start()
  return {
    pause: () => {
      window.removeEventListener('online', again)
      return upload.abort()
    },
    resume: again,
    cancel: () => {
      window.removeEventListener('online', again)
      return upload.abort(true).catch(() => undefined)
    },
  }
}

function answered(error: Error): boolean {
  return 'originalResponse' in error && error.originalResponse !== null && error.originalResponse !== undefined
}

/** Whether it is worth trying again by itself: not what was refused, and not where only bids are taken in for now. */
function mayPass(error: Error): boolean {
  const { status, code } = answerOf(error) ?? { status: 0, code: 0 }
  if (code === ERRORS.onlyBids.code) return false
  return navigator.onLine && (status < 400 || status >= 500 || status === 409 || status === 423)
}

function messageOf(error: Error): string {
  const answer = answerOf(error)
  return answer ? (answer.message ?? ERRORS.server.message) : NETWORK_ERROR
}

/** What the server said; null when it said nothing. */
function answerOf(error: Error): { status: number; code?: number; message?: string } | null {
  if (!answered(error)) return null
  const response = (error as DetailedError).originalResponse!
  try {
    return { ...(JSON.parse(response.getBody()) as { code?: number; message?: string }), status: response.getStatus() }
  } catch {
    return { status: response.getStatus() }
  }
}
