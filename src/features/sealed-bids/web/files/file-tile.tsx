import { Alert, Button } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { Fingerprint, formatSize } from '#web/kit/file-list.tsx'
import type { DraftFile } from '../draft.ts'
import type { Room } from '../room.ts'
import { ACCEPT, fileProblem } from './file-check.ts'

interface FileTileProps {
  title: string
  /** What its files are, before the word 文件. */
  kind: string
  hint: ReactNode
  room: Pick<Room, 'maxFileSize' | 'maxTotalSize'>
  /** All files of the bid, and those that stand here. */
  all: readonly DraftFile[]
  own: readonly DraftFile[]
  disabled: boolean
  onAdd: (files: File[]) => void
  onRemove: (id: string) => void
  /** What can be said of a file beside its name. */
  extra?: (file: DraftFile) => ReactNode
}

/** A place to drop or choose files of a bid, with those that are there. */
export function FileTile({ title, kind, hint, room, all, own, disabled, onAdd, onRemove, extra }: FileTileProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [problems, setProblems] = useState<string[]>([])
  const choose = (chosen: ArrayLike<File> | null) => {
    const good: File[] = []
    const wrong: string[] = []
    for (const file of Array.from(chosen ?? [])) {
      const problem = fileProblem(file, { room, files: [...all, ...good] })
      if (problem) wrong.push(problem)
      else good.push(file)
    }
    if (input.current) input.current.value = ''
    setProblems(wrong)
    if (good.length > 0) onAdd(good)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a second way; the button is the first
    <section
      className={over ? 'bid-drop kb-box kb-relative bid-drop-over' : 'bid-drop kb-box kb-relative'}
      aria-label={title}
      onDragOver={(event) => {
        event.preventDefault()
        if (!disabled) setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!disabled) choose(event.dataTransfer.files)
      }}
    >
      <h3 className="kb-flex kb-gap-12 kb-flat kb-base kb-wrap kb-below-4">
        {title}
        {hint && <small>{hint}</small>}
      </h3>
      {own.length > 0 && (
        <ul className="kb-files">
          {own.map((file) => (
            <li key={file.id}>
              <span className="kb-shrink kb-break">{file.name}</span>
              <span className="kb-muted">{formatSize(file.size)}</span>
              {file.sha256 ? <Fingerprint hex={file.sha256} /> : <span className="kb-muted">计算哈希…</span>}
              {extra?.(file)}
              {!disabled && (
                <Button
                  type="text"
                  size="small"
                  danger
                  aria-label={`移除 ${file.name}`}
                  onClick={() => onRemove(file.id)}
                >
                  移除
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {problems.map((problem) => (
        <Alert key={problem} type="error" showIcon title={problem} />
      ))}
      {!disabled && (
        <div className="kb-row kb-gap-12 kb-tight kb-wrap kb-size-13 kb-above-8">
          <input
            ref={input}
            className="kb-upload-input"
            type="file"
            multiple
            tabIndex={-1}
            accept={ACCEPT}
            aria-label={`选择${kind}文件`}
            onChange={(event) => choose(event.target.files)}
          />
          <Button onClick={() => input.current?.click()}>选择文件</Button>
          <span className="kb-muted">或拖到这里；PDF、DOCX，可多个</span>
        </div>
      )}
    </section>
  )
}
