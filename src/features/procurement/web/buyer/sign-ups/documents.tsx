import { Button } from 'antd'
import { useState } from 'react'
import { openFile } from '#web/export.ts'
import { DocumentView } from '#web/kit/document-view.tsx'
import { formatSize } from '#web/kit/file-list.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { tradeFileDownload } from '../../../contract/trade.ts'
import { failing, standingInWords } from '../../../rules/qualification.ts'
import type { Trade } from '../tones.ts'

interface DocumentsProps {
  trade: Trade
  wanted: readonly { name: string; required: boolean }[]
}

/** The documents handed in, grouped by what was demanded, one of them open. */
export function Documents({ trade, wanted }: DocumentsProps) {
  const [chosen, setChosen] = useState(trade.files[0]?.fileId)
  const open = trade.files.find((file) => file.fileId === chosen) ?? trade.files[0]
  const kinds = [...new Set([...wanted.map((one) => one.name), ...trade.files.map((file) => file.kind ?? '其他材料')])]
  const inputOf = (fileId: string) => ({ params: { tradeId: trade.tradeId, fileId } })
  return (
    <div className="kb-split">
      <ul aria-label="报名材料">
        {kinds.map((kind) => {
          const files = trade.files.filter((file) => (file.kind ?? '其他材料') === kind)
          const lapse = trade.lapses.find((one) => one.kind === kind)
          const required = wanted.find((one) => one.name === kind)?.required
          return (
            <li key={kind} className="kb-size-13 kb-below-12">
              <span className="kb-note kb-block">{kind}</span>
              {files.length === 0 && (
                <span className={required ? 'kb-bad' : 'kb-muted'}>{required ? '缺少' : '未提交'}</span>
              )}
              {lapse && (
                <span className={`kb-block ${failing([lapse]).length > 0 ? 'kb-bad' : 'kb-note'}`}>
                  {standingInWords(lapse)}
                </span>
              )}
              {files.map((file) => (
                <button
                  key={file.fileId}
                  type="button"
                  className="kb-pick"
                  aria-pressed={file.fileId === open?.fileId}
                  onClick={() => setChosen(file.fileId)}
                >
                  {file.name}
                  <small className="kb-block">
                    {formatSize(file.size)}
                    {file.validUntil !== null && `，有效期至 ${file.validUntil}（自填）`}
                  </small>
                </button>
              ))}
            </li>
          )
        })}
      </ul>
      <div>
        {open ? (
          <>
            <p className="kb-flex kb-gap-12 kb-between kb-below-8 kb-break">
              <b>{open.name}</b>
              <Button size="small" onClick={() => void openFile(tradeFileDownload, inputOf(open.fileId))}>
                下载
              </Button>
            </p>
            <DocumentView
              endpoint={tradeFileDownload}
              input={inputOf(open.fileId)}
              name={open.name}
              previewId={open.fileId}
            />
          </>
        ) : (
          <EmptyState title="未提交材料" />
        )}
      </div>
    </div>
  )
}
