import { Button } from 'antd'
import { formatSize } from '#web/kit/file-list.tsx'
import type { QuoteFile } from '../contract-offer.ts'

/** Files that were opened with a quote; nothing where there are none. */
export function QuoteFiles({ files, onOpen }: { files: readonly QuoteFile[]; onOpen: (fileId: string) => void }) {
  if (files.length === 0) return null
  return (
    <section className="kb-section">
      <h2>报价文件</h2>
      <ul className="kb-files" aria-label="报价文件">
        {files.map(({ fileId, label, name, size, of }) => (
          <li key={fileId}>
            <span>{label || '其他'}</span>
            <Button type="link" size="small" className="kb-shrink kb-break" onClick={() => onOpen(fileId)}>
              {name}
            </Button>
            <span className="kb-muted">{formatSize(size)}</span>
            <span className="kb-muted">{of || '整份报价'}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
