import { Input, InputNumber, Select } from 'antd'
import { PriceBase } from '#features/evaluation/rules/enums.ts'
import type { ContentOf } from '../../contract/content.ts'
import { FORMULAS, PRICE_WORDS } from '../../rules/words.ts'

type Price = ContentOf<'selection'>['price']
type Decimal = 'percentage' | 'floatRate' | 'above' | 'below'

/** How quotes become marks; fields that a formula does not use are not shown. */
export function PriceEditor({ price, onChange }: { price: Price; onChange: (price: Price) => void }) {
  const set = (part: Partial<Price>) => onChange({ ...price, ...part })
  const isMean = price.baseKind === 3 || price.baseKind === 4
  const decimals: Decimal[] = [
    ...(isMean ? (['percentage'] as const) : []),
    ...(price.baseKind === 5 ? (['floatRate'] as const) : []),
    ...(price.formula === 'deviation' ? (['above', 'below'] as const) : []),
  ]
  return (
    <div className="tpl-grid kb-size-13">
      <label>
        {PRICE_WORDS.baseKind}
        <Select
          aria-label={PRICE_WORDS.baseKind}
          value={price.baseKind}
          options={PriceBase.options.map(({ value, label }) => ({ value, label }))}
          onChange={(baseKind) => set({ baseKind })}
        />
      </label>
      <label>
        {PRICE_WORDS.formula}
        <Select
          aria-label={PRICE_WORDS.formula}
          value={price.formula}
          options={Object.entries(FORMULAS).map(([value, label]) => ({ value: value as Price['formula'], label }))}
          onChange={(formula) => set({ formula })}
        />
      </label>
      {decimals.map((name) => (
        <label key={name}>
          {PRICE_WORDS[name]}
          <Input
            aria-label={PRICE_WORDS[name]}
            inputMode="decimal"
            value={price[name]}
            onChange={(event) => {
              const typed = event.target.value.normalize('NFKC').trim()
              if (/^\d{1,3}(\.\d{1,2})?$/.test(typed)) set({ [name]: typed.replace(/^0+(?=\d)/, '') })
              else if (typed === '') set({ [name]: '0' })
            }}
          />
        </label>
      ))}
      {price.baseKind === 4 && (
        <label>
          {PRICE_WORDS.dropEndsFrom}
          <InputNumber
            aria-label={PRICE_WORDS.dropEndsFrom}
            min={4}
            max={20}
            precision={0}
            value={price.dropEndsFrom}
            onChange={(value) => set({ dropEndsFrom: value ?? 4 })}
          />
        </label>
      )}
    </div>
  )
}
