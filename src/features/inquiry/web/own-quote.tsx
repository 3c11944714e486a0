import { Alert } from 'antd'
import { AmountText } from '#web/kit/values.tsx'
import { openFile } from '#web/export.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { useCall } from '#web/use-call.ts'
import { QuoteFiles } from './quote-files.tsx'
import { ownQuote, ownQuoteFile } from '../contract-offer.ts'
import { OwnQuestions } from './own-questions.tsx'
import { QuoteLines } from './quote-lines.tsx'

/** What the own sealed quote held, once its round is closed. */
export function Part({ orderId, round }: { orderId: string; round: number }) {
  const quote = useCall(ownQuote, { params: { orderId, round } }).data?.quote
  if (!quote) return null
  return (
    <>
      <OwnQuestions orderId={orderId} round={round} />
      {!quote.isValid && (
        <Alert className="kb-above-16" type="warning" showIcon title={`该报价无效：${quote.reason}`} />
      )}
      <QuoteFiles
        files={quote.files}
        onOpen={(fileId) => void openFile(ownQuoteFile, { params: { orderId, round, fileId } })}
      />
      <QuoteLines lines={quote.lines} />
      <FieldList
        items={[
          { label: '总价', value: quote.total === null ? '-' : <AmountText value={quote.total} capitals /> },
          { label: '不含税总价', value: quote.netTotal === null ? '-' : <AmountText value={quote.netTotal} /> },
          quote.note !== '' && { label: '说明', value: quote.note, wide: true },
        ]}
      />
    </>
  )
}
