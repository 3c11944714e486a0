import { Form } from 'antd'
import { type Field, FormFields } from '#web/kit/form-fields.tsx'
import { Parts } from '#web/shell/parts.tsx'
import { ORDER_SLOTS } from '../../contract/slots.ts'
import { AuctionTerms } from '../../rules/auction-terms.ts'
import { DIRECTIONS, extensionInWords, stepInWords } from '../../rules/auction-terms-meaning.ts'
import type { OrderSettings } from '../../rules/settings.ts'
import { useBuyer } from '../../web/buyer/use-buyer.ts'
import { FormSection } from '../../web/buyer/order-form/form-section.tsx'
import type { SectionProps } from '../../web/buyer/order-form/step-buyer.ts'

const BASE = 'settings.auction'
const HINTS = {
  falling:
    '按采购单总价向下竞价。每笔报价须比当前最低价至少低一个最小降幅，不接受相同报价；竞价结束前，竞价人互不知晓名称和数量，采购方在大厅中只见代号。',
  rising:
    '按总价向上竞价，不得低于起始价。每笔报价须比当前最高价至少高一个最小加价幅度，不接受相同报价；竞价结束前，竞买人互不知晓名称和数量，主持方在大厅中只见代号。',
} as const

/** What only rising prices have. */
const RISING: Field[] = [
  {
    kind: 'integer',
    name: `${BASE}.minBidders`,
    label: '最少竞买人数',
    min: 1,
    max: 50,
    unit: '家',
    help: '报名通过的不足此数时竞价不开始；填 1 表示一家报价即可成交',
  },
  {
    kind: 'radio',
    name: `${BASE}.reserve.kind`,
    label: '保留价',
    options: [
      { value: 'none', label: '不设' },
      { value: 'open', label: '公开' },
      { value: 'sealed', label: '保密至结束' },
    ],
    help: '最高报价未达到保留价的不成交',
  },
  {
    kind: 'amount',
    name: `${BASE}.reserve.price`,
    label: '保留价金额',
    required: true,
    when: ({ settings }) => (settings as OrderSettings | undefined)?.auction?.reserve?.kind === 'open',
  },
]

function only(fields: (Field | false)[]): Field[] {
  return fields.filter((field) => field !== false)
}

const AMOUNT = /^(0|[1-9]\d{0,14})(\.\d{1,2})?$/

/** The rules of the auction, and what they come to in words. */
export function AuctionSection({ project: { regime }, orderId, onSave }: SectionProps) {
  const { method, say } = useBuyer()
  const direction = method.direction ?? 'falling'
  const isRising = direction === 'rising'
  const names = DIRECTIONS[direction]
  const mustTender = regime === 'tender'
  const form = Form.useFormInstance()
  const given = Form.useWatch<Partial<AuctionTerms> | undefined>(['settings', 'auction'], form)
  const startPrice = Form.useWatch<string | undefined>('controlPrice', form)
  const terms = AuctionTerms.safeParse(given ?? {}).data
  const isPercent = given?.stepKind === 'percent'
  return (
    <FormSection id="auction" title="竞价规则" hint={HINTS[direction]}>
      <FormFields
        fields={only([
          {
            kind: 'radio',
            name: `${BASE}.stepKind`,
            label: `${names.step}方式`,
            options: [
              { value: 'amount', label: '固定金额（元）' },
              { value: 'percent', label: '起始价的百分比' },
            ],
          },
          isPercent
            ? { kind: 'text', name: `${BASE}.step`, label: `${names.step}（%）`, required: true }
            : { kind: 'amount', name: `${BASE}.step`, label: names.step, required: true },
          { kind: 'integer', name: `${BASE}.durationMinutes`, label: '竞价时长', min: 5, max: 480, unit: '分钟' },
          {
            kind: 'integer',
            name: `${BASE}.windowMinutes`,
            label: '延时时间',
            min: 0,
            max: 30,
            unit: '分钟',
            help: '0 表示不延时',
          },
          {
            kind: 'integer',
            name: `${BASE}.maxExtensions`,
            label: '最多延时次数',
            min: 1,
            max: 999,
            unit: '次',
            help: '留空为次数不限',
          },
          {
            kind: 'switch',
            name: `${BASE}.showRank`,
            label: say('向{bidder}显示本单位排名'),
            help: `${names.best}始终可见。${say('排名会使{bidder}推知至少有几家参与')}`,
          },
          ...(isRising ? RISING : []),
          !isRising && {
            kind: 'switch' as const,
            name: `${BASE}.priceTalk`,
            label: '竞价后议价',
            disabled: mustTender,
            help: mustTender
              ? '依法必须招标的项目不得议价'
              : '竞价结束后、定标前，可与第一名就价格议价，只可下调；写入公告后不可更改',
          },
        ])}
      />
      {terms && startPrice && AMOUNT.test(startPrice) && (
        <p className="kb-section-hint kb-hint" role="status">
          {names.step} {stepInWords(terms, startPrice)}；{extensionInWords(terms)}。
        </p>
      )}
      {given?.reserve?.kind === 'sealed' && <Parts of={ORDER_SLOTS.reserve} orderId={orderId} onSave={onSave} />}
    </FormSection>
  )
}
