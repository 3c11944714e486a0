import { Form } from 'antd'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import type { Field } from '#web/kit/form-fields.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { agencyBill, changeBill, chargeableAwards, makeBill } from '../contract/bill.ts'
import { PAYERS } from '../rules/enums.ts'
import { FormulaFault } from '../rules/expression.ts'
import { computeFee, discounted, type Terms } from '../rules/fee.ts'
import { Derivation } from './derivation.tsx'

type Data = OutputOf<typeof chargeableAwards>
type Bill = OutputOf<typeof agencyBill>

const LIST = '/agency/service-fee/charge/list'

interface Values {
  tradeId?: string
  templateId?: string
  payer: 'winner' | 'purchaser'
  discount?: string
  discountReason?: string
  dueAt: string
}

/** A charge is drafted, or changed before it is sent; what it comes to is shown while it is written. */
export function Screen() {
  const { id = 'new' } = useParams()
  const awards = useCall(chargeableAwards, {}, { fresh: 0 })
  const bill = useCall(agencyBill, { params: { billId: id } }, { enabled: id !== 'new' })
  return (
    <WhenLoaded query={awards}>
      {(data) =>
        id === 'new' ? (
          <BillForm data={data} bill={null} />
        ) : (
          <WhenLoaded query={bill}>{(loaded) => <BillForm data={data} bill={loaded} />}</WhenLoaded>
        )
      }
    </WhenLoaded>
  )
}

function BillForm({ data, bill }: { data: Data; bill: Bill | null }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const make = useAction(makeBill, { success: '收费草稿已生成' })
  const change = useAction(changeBill, { success: '已保存' })
  const fields: Field[] = [
    ...(bill
      ? []
      : [
          {
            kind: 'select' as const,
            name: 'tradeId',
            label: '中标结果',
            required: true,
            searchable: true,
            wide: true,
            options: data.awards.map((award) => ({
              value: award.tradeId,
              label: `${award.orderTitle}：${award.winnerName}，${formatAmount(award.winnerAmount)} 元`,
            })),
          },
        ]),
    {
      kind: 'select',
      name: 'templateId',
      label: bill ? `收费模板（不选则仍按“${bill.templateName}”）` : '收费模板',
      required: !bill,
      options: data.templates.map(({ templateId, name }) => ({ value: templateId, label: name })),
    },
    {
      kind: 'radio',
      name: 'payer',
      label: '支付方（以采购文件载明的为准）',
      required: true,
      options: Object.entries(PAYERS).map(([value, label]) => ({ value, label })),
    },
    { kind: 'text', name: 'discount', label: '优惠（%）' },
    { kind: 'text', name: 'discountReason', label: '优惠原因', maxLength: 200, when: (v) => Number(v.discount) > 0 },
    { kind: 'instant', name: 'dueAt', label: '付款期限', required: true, future: true },
  ]
  return (
    <FormScreen<Values>
      title={bill ? '修改收费' : '新建收费'}
      back={{ label: '代理服务费', to: LIST }}
      facts={bill ? [bill.orderTitle, bill.code] : []}
      initial={
        bill
          ? { payer: bill.payer, discount: bill.discount, discountReason: bill.discountReason, dueAt: bill.dueAt ?? '' }
          : { payer: 'winner', tradeId: search.get('trade') ?? undefined, discount: '0' }
      }
      sections={[
        { title: '收费', fields },
        {
          title: '计费过程',
          content: (
            <Form.Item noStyle shouldUpdate>
              {({ getFieldsValue }) => <Preview data={data} bill={bill} values={getFieldsValue(true) as Values} />}
            </Form.Item>
          ),
        },
      ]}
      submit={{
        label: '保存草稿',
        async run({ tradeId, templateId, ...values }) {
          const body = { ...values, discount: values.discount || '0' }
          if (bill)
            return change.run({ params: { billId: bill.billId }, body: { ...body, ...(templateId && { templateId }) } })
          return make.run({ body: { ...body, tradeId: tradeId ?? '', templateId: templateId ?? '' } })
        },
      }}
      onDone={() => void navigate(bill ? `/agency/service-fee/charge/${bill.billId}/detail` : LIST)}
    />
  )
}

function Preview({ data, bill, values }: { data: Data; bill: Bill | null; values: Values }) {
  const chosen = data.awards.find(({ tradeId }) => tradeId === values.tradeId)
  const award = bill ?? chosen
  const terms = data.templates.find(({ templateId }) => templateId === values.templateId)?.terms ?? bill?.terms
  if (!award?.winnerAmount || !terms) return <p className="kb-muted">选择中标结果和收费模板后显示</p>
  const result = outcome(terms, award, values)
  return (
    <>
      {chosen?.agreement && <p className="kb-hint">委托协议约定：{chosen.agreement}</p>}
      {typeof result === 'string' ? <p role="alert">{result}</p> : <Derivation lines={result.lines} />}
    </>
  )
}

function outcome(terms: Terms, award: { budgetAmount: string | null; winnerAmount: string | null }, values: Values) {
  const { discount = '0', discountReason } = values
  const isPercent = /^\d{1,2}(\.\d{1,2})?$/.test(discount)
  try {
    const whole = computeFee(terms, { budgetAmount: award.budgetAmount ?? '', winnerAmount: award.winnerAmount ?? '' })
    return discounted(whole, isPercent ? discount : '0', discountReason || '优惠')
  } catch (error) {
    if (error instanceof FormulaFault) return error.message
    throw error
  }
}
