import { useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { PAYERS } from '#features/contracts/rules/payment.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { agreementDetail, createAgreement, updateAgreement } from '../contract/agreement.ts'
import { AGREEMENTS, agreementPlace } from '../rules/places.ts'
import {
  CALL_RULES,
  type CallRule,
  CATEGORIES,
  type Category,
  type Kind,
  KINDS,
  type Regime,
  REGIMES,
} from '../rules/words.ts'
import { ItemInputs, type ItemRow, PartyInputs, type PartyRow } from './party-inputs.tsx'
import { enteredOf, pricesOf } from './entered-prices.ts'
import { given, options } from './words.ts'

type Agreement = OutputOf<typeof agreementDetail>

interface Values {
  title: string
  kind: Kind
  regime: Regime
  category: Category
  rule: CallRule
  from: string
  until: string
  quota?: string | undefined
  priceNote?: string
  terms?: string
  place?: string
  payer: keyof typeof PAYERS
  payDays: number
  payReason?: string
  items: ItemRow[]
  entries: PartyRow[]
  files?: FileRef[]
}

const PAYER_OPTIONS = Object.entries(PAYERS).map(([value, { label }]) => ({ value, label }))

/** Registers an agreement, or completes a draft; what an award fixed stays as it was awarded. */
export function Screen() {
  const { agreementId } = useParams()
  const query = useCall(
    agreementDetail,
    { params: { agreementId: agreementId ?? '' } },
    { enabled: agreementId !== undefined, fresh: 0 },
  )
  if (agreementId === undefined) return <AgreementForm />
  return <WhenLoaded query={query}>{(agreement) => <AgreementForm agreement={agreement} />}</WhenLoaded>
}

function AgreementForm({ agreement }: { agreement?: Agreement }) {
  const navigate = useNavigate()
  const made = useRef(agreement?.agreementId ?? '')
  const create = useAction(createAgreement, {
    success: '协议草稿已保存',
    onDone: ({ agreementId }) => {
      made.current = agreementId
    },
  })
  const update = useAction(updateAgreement, { success: '协议草稿已保存' })
  const isFixed = agreement?.isFromAward ?? false
  return (
    <FormScreen<Values>
      title={agreement ? '编辑框架协议' : '登记框架协议'}
      back={
        agreement
          ? { label: agreement.title, to: agreementPlace(agreement.agreementId) }
          : { label: '框架协议', to: AGREEMENTS }
      }
      facts={[
        agreement?.code,
        isFixed && `依据采购单 ${agreement!.orderCode}：标的、供应商和价格须与中标（成交）结果一致`,
      ]}
      draft={`frame-agreement.${agreement?.agreementId ?? 'new'}`}
      initial={agreement ? valuesOf(agreement) : FRESH}
      sections={[
        {
          title: '协议',
          fields: [
            { kind: 'text', name: 'title', label: '协议名称', required: true, wide: true },
            { kind: 'radio', name: 'kind', label: '协议类型', required: true, options: options(KINDS) },
            { kind: 'radio', name: 'rule', label: '订单分配规则', required: true, options: options(CALL_RULES) },
            { kind: 'radio', name: 'regime', label: '适用制度', required: true, options: options(REGIMES) },
            { kind: 'radio', name: 'category', label: '采购品目', required: true, options: options(CATEGORIES) },
            { kind: 'day', name: 'from', label: '起始日期', required: true },
            { kind: 'day', name: 'until', label: '截止日期', required: true },
            {
              kind: 'amount',
              name: 'quota',
              label: '协议总金额',
              help: '全部供应商合计的订货上限；不填则以数量上限控制',
            },
            { kind: 'text', name: 'place', label: '默认交货地点', maxLength: 200 },
          ],
        },
        {
          title: '标的与供应商',
          hint: '协议价为每次订单的最高单价。顺序轮候按供应商的先后排列。',
          fields: [
            {
              kind: 'custom',
              name: 'items',
              label: '标的',
              wide: true,
              required: true,
              control: <ItemInputs disabled={isFixed} />,
            },
            {
              kind: 'custom',
              name: 'entries',
              label: '供应商',
              wide: true,
              required: true,
              control: <PartyInputs disabled={isFixed} />,
            },
            { kind: 'area', name: 'priceNote', label: '价格调整公式或说明', maxLength: 2000, rows: 2 },
          ],
        },
        {
          title: '条款与付款',
          fields: [
            { kind: 'area', name: 'terms', label: '协议条款', maxLength: 20_000, rows: 6 },
            { kind: 'files', name: 'files', label: '协议文件', use: 'frame-agreement', most: 20 },
            { kind: 'select', name: 'payer', label: '付款单位类型', required: true, options: PAYER_OPTIONS },
            {
              kind: 'integer',
              name: 'payDays',
              label: '付款期限',
              required: true,
              max: 365,
              unit: '日（自交付之日起）',
            },
            {
              kind: 'text',
              name: 'payReason',
              label: '期限约定的理由',
              maxLength: 500,
              help: '机关、事业单位超过 30 日时填写',
            },
          ],
        },
      ]}
      submit={{
        label: '保存草稿',
        run: (values) => {
          const body = bodyOf(values)
          return agreement ? update.run({ params: { agreementId: agreement.agreementId }, body }) : create.run({ body })
        },
      }}
      onDone={() => void navigate(agreementPlace(made.current), { replace: true })}
    />
  )
}

const FRESH: Partial<Values> = {
  kind: 'price',
  rule: 'direct',
  regime: 'government',
  category: 'goods',
  payer: 'organ',
  payDays: 30,
  items: [{ name: '', spec: '', unit: '' }],
  entries: [{ prices: {} }],
}

function bodyOf({ files, items, entries, quota, ...rest }: Values) {
  const lines = items.map((_, i) => ({ line: i + 1 }))
  return {
    ...rest,
    quota: quota || null,
    items: items.map(({ quantity, ...item }) => ({ ...item, quantity: quantity || null })),
    entries: entries.map(({ companyId, share, prices }) => ({
      companyId: companyId ?? '',
      share: share || null,
      prices: pricesOf(lines, prices).filter((one) => one.unitPrice !== null || one.quantity !== null),
    })),
    files: given(files),
  }
}

function valuesOf(of: Agreement): Values {
  const { title, kind, regime, category, rule, from, until, priceNote, terms, place } = of
  const { payer, payDays, payReason, files, items, entries, quota } = of
  const terms1 = {
    title,
    kind,
    regime,
    category,
    rule,
    from,
    until,
    priceNote,
    terms,
    place,
    payer,
    payDays,
    payReason,
  }
  return {
    ...terms1,
    files,
    quota: quota ?? undefined,
    items: items.map(({ name, spec, unit, quantity }) => ({ name, spec, unit, quantity: quantity ?? undefined })),
    entries: entries.map(({ companyId, supplierName, share, lines }) => ({
      companyId,
      name: supplierName,
      share: share ?? undefined,
      prices: enteredOf(lines),
    })),
  }
}
