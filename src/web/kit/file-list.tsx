import { Button } from 'antd'
import { openExport } from '../export.ts'
import { tr } from './labels.ts'

/** A stored file. `sha256` (hex) is shown where known, so that people can compare it with their own copy. */
export interface FileRef {
  fileId: string
  name: string
  /** Bytes. */
  size: number
  sha256?: string | null
}

interface FileListProps {
  files: readonly FileRef[]
  /** Address of a file's content (`/api/…`), opened with a single-use ticket; names are plain text when left out. */
  pathOf?: (file: FileRef) => string
  onRemove?: (file: FileRef) => void
}

/** Files with size and fingerprint. */
export function FileList({ files, pathOf, onRemove }: FileListProps) {
  if (files.length === 0) return <span className="kb-muted">{tr('无文件')}</span>
  return (
    <ul className="kb-files">
      {files.map((file) => (
        <li key={file.fileId}>
          {pathOf ? (
            <Button type="link" size="small" onClick={() => void openExport(pathOf(file))}>
              {file.name}
            </Button>
          ) : (
            <span className="kb-shrink kb-break">{file.name}</span>
          )}
          {file.size > 0 && <span className="kb-muted">{formatSize(file.size)}</span>}
          {file.sha256 && <Fingerprint hex={file.sha256} />}
          {onRemove && (
            <Button
              type="text"
              size="small"
              danger
              onClick={() => onRemove(file)}
              aria-label={`${tr('移除')} ${file.name}`}
            >
              {tr('移除')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A hash one can read out: groups of four; the whole of it on hover and when copied. */
export function Fingerprint({ hex, full }: { hex: string; full?: boolean }) {
  const groups = hex.match(/.{1,4}/g) ?? []
  return (
    <code className="kb-hash kb-note" title={`SHA-256 ${hex}`}>
      {full ? groups.join(' ') : `${groups.slice(0, 2).join(' ')} … ${groups.at(-1)}`}
    </code>
  )
}

/** 1024-based, one decimal from KB on. */
export function formatSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let size = bytes
  let unit = 0
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`
}
