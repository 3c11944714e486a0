import { Input } from 'antd'
import { MOST_DAYS, NOTE_LENGTH } from '#features/quotes/rules/sheet-format.ts'
import { AmountInput } from '#web/kit/amount-input.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import type { BidDraft } from '../draft.ts'

interface OfferFieldsProps {
  /** Days that are asked for at least. */
  least: number
  offer: BidDraft['offer']
  disabled: boolean
  onChange: (offer: BidDraft['offer']) => void
}

/** What a quote says of the whole. */
export function OfferFields({ least, offer, disabled, onChange }: OfferFieldsProps) {
  const setDays = (days: string | undefined) => onChange({ ...offer, validityDays: cut(days ?? '') })
  return (
    <div className="bid-marks kb-flex kb-gap-24 kb-loose kb-wrap kb-above-16">
      <Labelled label="报价有效期" hint={`自报价截止之日起，不少于 ${least} 天`}>
        {(id) => (
          <AmountInput
            id={id}
            digits={0}
            unit="天"
            capitals={false}
            disabled={disabled}
            value={offer.validityDays}
            placeholder={String(least)}
            onChange={setDays}
          />
        )}
      </Labelled>
      <Labelled label="报价说明">
        {(id) => (
          <Input.TextArea
            id={id}
            autoSize={{ minRows: 1, maxRows: 6 }}
            maxLength={NOTE_LENGTH}
            disabled={disabled}
            placeholder="选填，如付款、运输或包装的说明"
            value={offer.remark}
            onChange={(event) => onChange({ ...offer, remark: event.target.value })}
          />
        )}
      </Labelled>
    </div>
  )
}

/** Ten years bind long enough. */
function cut(days: string): string {
  return Number(days) > MOST_DAYS ? String(MOST_DAYS) : days
}
