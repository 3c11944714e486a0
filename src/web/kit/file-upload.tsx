import { Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { newId } from '#contract/id.ts'
import { toast } from '../feedback.ts'
import { useUnfinished } from '../unfinished.ts'
import type { FileRef } from './file-list.tsx'
import { FileList, formatSize } from './file-list.tsx'
import { tr } from './labels.ts'
import type { RunningUpload } from './upload.ts'
import { startUpload } from './upload.ts'

interface FileUploadProps {
  /** Name of the server's upload policy. */
  use: string
  value?: FileRef[]
  onChange?: (files: FileRef[]) => void
  /** Files at most. */
  most?: number
  /** As in `<input accept>`, e.g. `.pdf,.docx`. */
  accept?: string
  disabled?: boolean
  id?: string
  label?: string
}

interface Going {
  key: string
  file: File
  share: number
  state: 'sending' | 'paused' | 'failed'
  message?: string
}

/** Files by resumable upload: progress, pause and resume for each; every finished one with its SHA-256. */
export function FileUpload({
  use,
  value = [],
  onChange,
  most = 20,
  accept,
  disabled,
  id,
  label = '上传文件',
}: FileUploadProps) {
  const [going, setGoing] = useState<Going[]>([])
  const running = useRef(new Map<string, RunningUpload>())
  const latest = useRef({ value, onChange })
  latest.current = { value, onChange }
  const input = useRef<HTMLInputElement>(null)
  useUnfinished(going.length > 0 ? '文件尚未上传完成，请等待完成或取消上传后再操作' : null)

  useEffect(() => {
    const uploads = running.current
    return () => {
      for (const upload of uploads.values()) void upload.pause()
    }
  }, [])

  const update = (key: string, part: Partial<Going>) =>
    setGoing((now) => now.map((g) => (g.key === key ? { ...g, ...part } : g)))
  const drop = (key: string) => {
    running.current.delete(key)
    setGoing((now) => now.filter((g) => g.key !== key))
  }

  const add = async (file: File) => {
    const key = newId()
    setGoing((now) => [...now, { key, file, share: 0, state: 'sending' }])
    const { sha256Of } = await import('./file-hash.ts')
    const hash = sha256Of(file)
    const upload = await startUpload(file, use, {
      onProgress: (share) => update(key, { share }),
      onError: (message) => update(key, { state: 'failed', message }),
      onDone: (fileId) =>
        void hash.then((sha256) => {
          drop(key)
          const files = [...latest.current.value, { fileId, name: file.name, size: file.size, sha256 }]
          latest.current.value = files
          latest.current.onChange?.(files)
        }),
    })
    running.current.set(key, upload)
  }

  const choose = (chosen: ArrayLike<File> | null) => {
    const files = Array.from(chosen ?? [])
    const room = most - value.length - going.length
    if (files.length > room) toast.warning(`最多上传 ${most} 个文件`)
    for (const file of files.slice(0, Math.max(0, room))) void add(file)
    if (input.current) input.current.value = ''
  }

  return (
    <div
      className="kb-relative"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (!disabled) choose(event.dataTransfer.files)
      }}
    >
      {value.length > 0 && (
        <FileList
          files={value}
          {...(disabled
            ? {}
            : { onRemove: (file: FileRef) => onChange?.(value.filter((f) => f.fileId !== file.fileId)) })}
        />
      )}
      {going.map((item) => (
        <UploadRow
          key={item.key}
          item={item}
          onPause={() =>
            void running.current
              .get(item.key)
              ?.pause()
              .then(() => update(item.key, { state: 'paused' }))
          }
          onResume={() => {
            update(item.key, { state: 'sending' })
            running.current.get(item.key)?.resume()
          }}
          onCancel={() =>
            void running.current
              .get(item.key)
              ?.cancel()
              .then(() => drop(item.key))
          }
        />
      ))}
      {!disabled && value.length + going.length < most && (
        <>
          <input
            ref={input}
            id={id}
            className="kb-upload-input"
            type="file"
            aria-label={tr(label)}
            tabIndex={-1}
            multiple={most > 1}
            accept={accept}
            onChange={(event) => choose(event.target.files)}
          />
          <Button onClick={() => input.current?.click()}>{tr(label)}</Button>
          <span className="kb-muted kb-size-13 kb-before-12">{tr('可拖入文件；断线后自动续传')}</span>
        </>
      )}
    </div>
  )
}

interface UploadRowProps {
  item: Going
  onPause: () => void
  onResume: () => void
  onCancel: () => void
}

function UploadRow({ item, onPause, onResume, onCancel }: UploadRowProps) {
  return (
    <div className="kb-upload-row kb-size-13 kb-pad-y-4">
      <span className="kb-shrink kb-break">{item.file.name}</span>
      {item.state !== 'failed' && (
        <Progress
          aria-label={`${tr('上传进度')} ${item.file.name}`}
          percent={Math.floor(item.share * 100)}
          size="small"
        />
      )}
      <span className={item.state === 'failed' ? 'kb-upload-failure' : 'kb-muted'} role="status">
        {wordsFor(item)}
      </span>
      {item.state === 'sending' ? (
        <Button size="small" type="link" onClick={onPause}>
          {tr('暂停')}
        </Button>
      ) : (
        <Button size="small" type="link" onClick={onResume}>
          {tr('继续')}
        </Button>
      )}
      <Button size="small" type="link" danger onClick={onCancel}>
        {tr('取消')}
      </Button>
    </div>
  )
}

/** How far it is, or why it goes no further. */
function wordsFor({ state, message, file, share }: Going): string | undefined {
  switch (state) {
    case 'failed':
      return message
    case 'paused':
      return tr('已暂停')
    case 'sending':
      return `${formatSize(Math.round(file.size * share))} / ${formatSize(file.size)}`
  }
}
