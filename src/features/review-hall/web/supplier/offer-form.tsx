import { Button } from 'antd'
import { useState } from 'react'
import { formatAmount, toCapitals } from '#contract/money.ts'
import { call } from '#web/call.ts'
import { openFile } from '#web/export.ts'
import { ask, toast } from '#web/feedback.ts'
import { AmountInput } from '#web/kit/amount-input.tsx'
import { DraftState } from '#web/kit/form-screen.tsx'
import { useDraft } from '#web/kit/use-draft.ts'
import { Capitals } from '#web/kit/values.tsx'
import { useAction } from '#web/use-call.ts'
import { type OwnOffer, saveRoundOffer, subOfferItems, submitOffer } from '../../contract/offers.ts'
import { QuoteMode } from '#features/quotes/rules/enums.ts'
import { Labelled } from '#web/kit/labelled.tsx'
import { type Entered, enteredOf, reckon } from './offer-rules.ts'
import { OfferLines } from './offer-lines.tsx'

export interface OfferParams {
  projectId: string
  bidderId: string
  roundId: string
}

/** The sheet of an open round: a total or a price per line, kept as a draft, submitted once with its amount in words. */
export function OfferForm({ params, offer }: { params: OfferParams; offer: OwnOffer }) {
  const { projectId, bidderId, roundId } = params
  const byTotal = offer.round.mode === QuoteMode.values.total
  const [entered, setEntered] = useState<Entered>(() => enteredOf(offer))
  const draft = useDraft<Entered>(`review.offer.${roundId}`, {
    save: (values) => call(saveRoundOffer, { params: { projectId }, body: { roundId, bidderId, ...bodyOf(values) } }),
  })
  const submit = useAction(submitOffer, {
    success: ({ total }) => `已提交报价 ${formatAmount(total)} 元`,
  })
  const may = offer.actions.find((a) => a.action === 'submit')
  const { total, missing, problems } = reckon(offer, entered)
  const change = (part: Partial<Entered>) => {
    const merged = { ...entered, ...part }
    setEntered(merged)
    draft.change(merged)
  }
  const run = async () => {
    if (missing > 0) return toast.warning(byTotal ? '请填写报价' : `尚有 ${missing} 项未填写单价`)
    if (problems.length > 0) return toast.warning(problems.join('；'))
    const sure = await ask({
      title: `提交${offer.round.label}`,
      content: `本次报价 ${formatAmount(total)} 元，大写：${toCapitals(total)}。提交后不能修改，确认提交？`,
      okText: '提交报价',
    })
    if (!sure) return
    await draft.flush()
    if ((await submit.run({ params, body: bodyOf(entered) })).ok) draft.clear()
  }
  return (
    <form
      className="kb-above-12 kb-pad-top-12 kb-rule-top"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <p className="kb-flex kb-gap-16 kb-flat kb-wrap kb-hint">
        {offer.previous !== null && <span>上一次报价 {formatAmount(offer.previous)} 元</span>}
        {offer.controlPrice !== null && <span>最高限价 {formatAmount(offer.controlPrice)} 元</span>}
        {!byTotal && (
          <button
            type="button"
            className="kb-accent kb-nowrap"
            onClick={() => void openFile(subOfferItems, { params: { projectId }, query: { roundId, bidderId } })}
          >
            下载报价表（Excel）
          </button>
        )}
      </p>
      {byTotal ? (
        <Labelled label="本次报价（元）">
          {(id) => <AmountInput id={id} value={entered.total ?? ''} onChange={(value) => change({ total: value })} />}
        </Labelled>
      ) : (
        <>
          <OfferLines offer={offer} entered={entered} onChange={(prices) => change({ prices })} />
          <p className="rv-form-sum kb-flex kb-gap-16 kb-tight kb-end kb-wrap kb-above-8">
            <span>合计</span>
            <b className="kb-size-16">{formatAmount(total)} 元</b>
            <Capitals value={total} />
          </p>
        </>
      )}
      {problems.length > 0 && (
        <p className="kb-bad" role="alert">
          {problems.join('；')}
        </p>
      )}
      <div className="kb-row kb-between kb-wrap kb-above-12">
        <span className="kb-muted">
          <DraftState draft={draft} />
          {missing > 0 && !byTotal && ` 尚有 ${missing} 项未填写`}
        </span>
        <Button
          type="primary"
          htmlType="submit"
          loading={submit.busy}
          disabled={may?.reason !== undefined}
          title={may?.reason}
        >
          提交报价
        </Button>
      </div>
    </form>
  )
}

function bodyOf({ total, prices }: Entered) {
  const lines = Object.entries(prices).map(([itemId, unitPrice]) => ({ itemId, unitPrice }))
  return { lines, ...(total ? { total } : {}) }
}
