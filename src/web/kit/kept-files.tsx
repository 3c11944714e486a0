import { Button } from 'antd'
import { formatDate } from '#contract/time.ts'

export interface KeptFile {
  fileId: string
  name: string
  /** Where the company has it from, in words. */
  from: string
  at: string
  /** Its last day; null: it has no end, or none is known. */
  validUntil: string | null
}

interface KeptFilesProps<F extends KeptFile> {
  /** What document they are. */
  label: string
  files: readonly F[]
  busy: boolean
  onTake: (file: F) => void
}

/** Files that the company has on record, each taken over by one click instead of being uploaded again. */
export function KeptFiles<F extends KeptFile>({ label, files, busy, onTake }: KeptFilesProps<F>) {
  if (files.length === 0) return null
  return (
    <ul className="kb-above-8 kb-stack kb-gap-6" aria-label={`可选用的${label}`}>
      {files.map((one) => (
        <li key={one.fileId} className="kb-row kb-tight kb-wrap">
          <Button size="small" disabled={busy} onClick={() => onTake(one)}>
            选用
          </Button>
          <span>{one.name}</span>
          <small>
            {one.from} {formatDate(one.at)}
            {one.validUntil !== null && `，有效期至 ${one.validUntil}`}
          </small>
        </li>
      ))}
    </ul>
  )
}
