import { Select } from 'antd'
import { useMemo } from 'react'
import { QUOTE_FILE } from '#features/procurement/rules/enums.ts'
import { numbered, offerInWords } from '#features/quotes/rules/alternatives.ts'
import { askedFiles } from '#features/quotes/rules/sheet-files.ts'
import { formatSize } from '#web/kit/file-list.tsx'
import type { DraftFile, FileOf } from '../draft.ts'
import type { QuoteState } from '../price/quote-state.ts'
import type { Room } from '../room.ts'
import type { BidDraftState } from '../use-bid-draft.ts'
import { FileTile } from './file-tile.tsx'

const WHOLE = 'whole'

interface QuoteFilesProps {
  room: Room
  quote: QuoteState
  bid: Pick<BidDraftState, 'files' | 'addFiles' | 'assignFile' | 'dropFile'>
  disabled: boolean
}

/** The files that a quote is asked for, each of the whole or of what is offered for a line. */
export function QuoteFiles({ room, quote, bid, disabled }: QuoteFilesProps) {
  const { files, addFiles, assignFile, dropFile } = bid
  const offers = useMemo(() => offersOf(quote, room.items), [quote, room.items])
  const asked = askedFiles(room.bidFiles)
  const odd = files.filter(({ label }) => !asked.some(({ name }) => name === label))
  const belongsTo = (file: DraftFile) => (
    <Select
      size="small"
      aria-label={`${file.name} 对应内容`}
      className="bid-file-of"
      disabled={disabled}
      showSearch
      optionFilterProp="label"
      popupMatchSelectWidth={false}
      value={file.of ? keyOf(file.of) : WHOLE}
      options={[{ value: WHOLE, label: '整份报价' }, ...offers]}
      onChange={(key: string) => assignFile(file.id, ofKey(key))}
    />
  )
  return (
    <>
      <p>
        文件与报价单一同在本机加密，到截止时间一同开启；此前任何人都打不开。文件名在截止前平台可见，请勿在其中写报价等内容。
      </p>
      <div className="kb-tiles kb-gap-12">
        {[...asked, ...(odd.length > 0 ? [{ name: '其他', required: false }] : [])].map(({ name, required }, i) => (
          <FileTile
            key={name}
            title={name}
            kind={name}
            hint={i >= asked.length ? '采购文件未要求，请移除' : required ? '必须提交' : '选交'}
            room={room}
            all={files}
            own={i >= asked.length ? odd : files.filter(({ label }) => label === name)}
            disabled={disabled}
            onAdd={(chosen) => addFiles(QUOTE_FILE, chosen, name)}
            onRemove={dropFile}
            extra={belongsTo}
          />
        ))}
      </div>
      {files.length > 0 && (
        <p className="kb-muted">
          {`共 ${files.length} 个文件，${formatSize(files.reduce((sum, { size }) => sum + size, 0))}`}
        </p>
      )}
    </>
  )
}

/** What a file can belong to: the lines that are quoted, and their alternatives. */
function offersOf({ sheet }: QuoteState, items: Room['items']): { value: string; label: string }[] {
  const quoted = new Set(sheet.lines.map(({ itemId }) => itemId))
  const others = Map.groupBy(numbered(sheet.alternatives), ({ alternative }) => alternative.itemId)
  return items.flatMap(({ itemId, line, name }) => {
    const numbers = [...(quoted.has(itemId) ? [null] : []), ...(others.get(itemId) ?? []).map(({ no }) => no)]
    return numbers.map((alternative) => ({
      value: keyOf({ itemId, alternative }),
      label: `${offerInWords(line, alternative)}：${name}`,
    }))
  })
}

function keyOf({ itemId, alternative }: FileOf): string {
  return `${itemId} ${alternative ?? ''}`
}

function ofKey(key: string): FileOf | null {
  const [itemId = '', no = ''] = key.split(' ')
  return key === WHOLE ? null : { itemId, alternative: no === '' ? null : Number(no) }
}
