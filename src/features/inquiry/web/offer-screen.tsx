import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { openFile } from '#web/export.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { QuoteLines } from './quote-lines.tsx'
import { QuoteFiles } from './quote-files.tsx'
import { orderRounds } from '../contract.ts'
import { oneQuote, quoteFile, ruleQuote } from '../contract-offer.ts'
import { askAboutQuote, quoteQuestions } from '../contract-questions.ts'
import { QuestionList } from './question-list.tsx'

type Order = OutputOf<typeof orderDetail>
type Quote = OutputOf<typeof oneQuote>

/** One quote of a closed round, line by line. */
export function Screen() {
  const { orderId = '', roundId, tradeId, offerId = '' } = useParams()
  const order = useCall(orderDetail, { params: { orderId } })
  const isPlaced = roundId !== undefined && tradeId !== undefined
  const rounds = useCall(orderRounds, { params: { orderId } }, { enabled: !isPlaced })
  return (
    <WhenLoaded query={order}>
      {(of) =>
        isPlaced ? (
          <Placed order={of} place={{ roundId, tradeId, offerId }} />
        ) : (
          <WhenLoaded query={rounds}>
            {(known) => <Placed order={of} place={{ offerId, ...placedIn(known, offerId) }} />}
          </WhenLoaded>
        )
      }
    </WhenLoaded>
  )
}

interface Place {
  roundId: string
  tradeId: string
  offerId: string
}

/** Where a quote stands; an address need not say it. A quote that is not known is nowhere. */
function placedIn({ rounds }: OutputOf<typeof orderRounds>, offerId: string): Omit<Place, 'offerId'> {
  for (const { roundId, quotes } of rounds) {
    const tradeId = quotes?.find(({ quoteId }) => quoteId === offerId)?.tradeId
    if (tradeId !== undefined) return { roundId, tradeId }
  }
  return { roundId: offerId, tradeId: offerId }
}

function Placed({ order, place }: { order: Order; place: Place }) {
  const { roundId, tradeId, offerId: quoteId } = place
  const query = useCall(oneQuote, { params: { orderId: order.orderId, roundId, tradeId, quoteId } })
  return <WhenLoaded query={query}>{(quote) => <QuotePage order={order} quote={quote} place={place} />}</WhenLoaded>
}

function QuotePage({ order, quote, place }: { order: Order; quote: Quote; place: Place }) {
  const [isRuling, setRuling] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { orderId, method } = order
  const { roundId, tradeId, offerId } = place
  const questions = (useCall(quoteQuestions, { params: { orderId } }).data?.rows ?? []).filter(
    ({ quoteId }) => quoteId === offerId,
  )
  const isAsked = questions.some(({ decidedAt }) => decidedAt === null)
  const side = useLocation().pathname.startsWith('/agency') ? 'agency' : 'purchaser'
  const at = (roundId: string, quoteId: string) =>
    placeOf({ id: orderId, method, ids: { roundId, tradeId, offerId: quoteId } }, 'quote.offer', side)
  return (
    <article>
      <PageHead
        title={`${quote.supplierName}的报价`}
        status={<StatusTag label={quote.isValid ? '有效' : '无效'} tone={quote.isValid ? 'success' : 'danger'} />}
        facts={[order.code, order.title, quote.roundLabel]}
        back={{ label: '报价轮次', to: placeOf({ id: orderId, method }, 'quote.rounds', side) }}
        actions={
          quote.blocked === null && (
            <>
              {(quote.isValid || quote.isCorrectable) && !isAsked && (
                <Button onClick={() => setAsking(true)}>{quote.isValid ? '要求说明' : '请供应商确认修正'}</Button>
              )}
              {quote.isValid && (
                <Button danger onClick={() => setRuling(true)}>
                  认定无效
                </Button>
              )}
            </>
          )
        }
      />
      {!quote.isValid && (
        <Alert className="kb-below-16" type="warning" showIcon title={`该报价无效：${quote.reason}`} />
      )}
      <FieldList
        items={[
          { label: '总价', value: quote.total === null ? '-' : <AmountText value={quote.total} capitals /> },
          { label: '不含税总价', value: quote.netTotal === null ? '-' : <AmountText value={quote.netTotal} /> },
          { label: '报价有效期', value: quote.validityDays === null ? '-' : `${quote.validityDays} 日` },
          { label: '提交', value: `${formatTime(quote.submittedAt, true)}，${quote.submittedName}` },
          quote.note !== '' && { label: '说明', value: quote.note, wide: true },
          quote.history.length > 1 && {
            label: '各轮报价',
            wide: true,
            value: (
              <span className="kb-flex kb-gap-16 kb-wrap">
                {quote.history.map((one) => (
                  <Link key={one.quoteId} to={at(one.roundId, one.quoteId)}>
                    {one.label} {one.total === null ? '无法读取' : <AmountText value={one.total} />}
                  </Link>
                ))}
              </span>
            ),
          },
        ]}
      />
      <QuestionList orderId={orderId} questions={questions} title="对本报价的问询" />
      <QuoteFiles
        files={quote.files}
        onOpen={(fileId) => void openFile(quoteFile, { params: { orderId, roundId, quoteId: offerId, fileId } })}
      />
      <QuoteLines lines={quote.lines} />
      {isAsking && (
        <ActionDialog
          title={quote.isValid ? '要求供应商说明' : '请供应商确认计算修正'}
          endpoint={askAboutQuote}
          schema={askAboutQuote.body.omit({ kind: true })}
          initial={{
            minutes: 24 * 60,
            question: quote.isValid
              ? ''
              : `${quote.reason}。以单价为准修正后，总价为 ${quote.total ?? ''} 元，请确认是否同意。`,
          }}
          fields={[
            { kind: 'area', name: 'question', label: '内容', required: true, rows: 4, maxLength: 1000 },
            { kind: 'integer', name: 'minutes', label: '答复时间', min: 30, max: 10_080, unit: '分钟' },
          ]}
          input={(values: { question: string; minutes: number }) => ({
            params: { orderId, quoteId: offerId },
            body: { kind: quote.isValid ? ('explain' as const) : ('correct' as const), ...values },
          })}
          hint="立即通知该供应商；问询未处理完毕前，不能发起下一轮报价、公示或者成交。"
          success="已通知供应商"
          onDone={() => setAsking(false)}
          onClose={() => setAsking(false)}
        />
      )}
      {isRuling && (
        <ActionDialog
          title="认定报价无效"
          endpoint={ruleQuote}
          schema={ruleQuote.body}
          danger
          fields={[{ kind: 'area', name: 'reason', label: '原因', required: true, rows: 3, maxLength: 500 }]}
          input={(body: { reason: string }) => ({ params: { orderId, quoteId: offerId }, body })}
          hint="认定后该报价不再参与比价和成交，原因将告知该供应商，不能撤销。"
          success="已认定无效"
          onDone={() => setRuling(false)}
          onClose={() => setRuling(false)}
        />
      )}
    </article>
  )
}
