import { Button, Input } from 'antd'
import { useNavigate, useParams } from 'react-router'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { AmountInput } from '#web/kit/amount-input.tsx'
import { EditRows } from '#web/kit/edit-rows.tsx'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { DayInput } from '#web/kit/instant-input.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { contractDetail, ContractTerms, updateContract } from '../contract/contract.ts'
import { PAY_MODES, PAYERS, SME_RULE } from '../rules/payment.ts'
import { PERFORMANCE_LIMIT, PERFORMANCE_RULE } from '../rules/performance-bond.ts'
import { contractPlace } from '../rules/places.ts'
import { LineTable } from './line-table.tsx'
import { given } from './words.ts'

type Contract = OutputOf<typeof contractDetail>
type Values = Omit<InputOf<typeof updateContract>['body'], 'files'> & { files: FileRef[] }
type Milestone = NonNullable<Values['milestones']>[number]

const options = (of: Readonly<Record<string, string>>) => Object.entries(of).map(([value, label]) => ({ value, label }))
const PAYER_OPTIONS = Object.entries(PAYERS).map(([value, { label }]) => ({ value, label }))

/** Completes the draft of a contract: price and lines are the award's. */
export function Screen() {
  const { contractId = '' } = useParams()
  const query = useCall(contractDetail, { params: { contractId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(contract) => <ContractForm contract={contract} />}</WhenLoaded>
}

function ContractForm({ contract }: { contract: Contract }) {
  const navigate = useNavigate()
  const update = useAction(updateContract, { success: '合同草稿已保存' })
  const params = { contractId: contract.contractId }
  const place = contractPlace('purchaser', contract.contractId)
  return (
    <FormScreen<Values>
      title="编辑合同"
      back={{ label: contract.title, to: place }}
      facts={[contract.code, contract.supplierName, `中标（成交）价 ${formatAmount(contract.awardPrice)} 元`]}
      draft={`contract.${contract.contractId}`}
      schema={ContractTerms}
      initial={valuesOf(contract)}
      sections={[
        {
          title: '合同',
          fields: [
            { kind: 'text', name: 'title', label: '合同名称', required: true, wide: true },
            { kind: 'amount', name: 'price', label: '合同价', required: true, help: '须与中标（成交）价一致' },
            { kind: 'day', name: 'deliverBy', label: '履行期限' },
            { kind: 'text', name: 'place', label: '交货地点', maxLength: 200, wide: true },
            {
              kind: 'amount',
              name: 'performanceBond',
              label: '履约保证金',
              help: `不要求的不填；不得超过合同价的 ${PERFORMANCE_LIMIT}%（${PERFORMANCE_RULE}）`,
            },
            { kind: 'area', name: 'warranty', label: '质量保证', maxLength: 1000, rows: 2 },
            { kind: 'area', name: 'terms', label: '合同条款', maxLength: 20_000, rows: 8 },
            { kind: 'files', name: 'files', label: '合同文件', use: 'contract', most: 20 },
          ],
        },
        { title: '标的（按中标、成交结果，不可修改）', content: <LineTable lines={contract.lines} /> },
        {
          title: '付款',
          hint: `${SME_RULE}：机关、事业单位自交付之日起 30 日内付款，合同另有约定的最长 60 日；大型企业最长 60 日；不得以收到第三方付款为付款条件。供应商签订时声明为中小企业的，不合规定的期限不能签订。`,
          fields: [
            { kind: 'select', name: 'payer', label: '付款单位类型', required: true, options: PAYER_OPTIONS },
            { kind: 'radio', name: 'payMode', label: '结算方式', required: true, options: options(PAY_MODES) },
            {
              kind: 'integer',
              name: 'payDays',
              label: '付款期限',
              required: true,
              max: 365,
              unit: '日（自交付之日起）',
            },
            { kind: 'text', name: 'payReason', label: '期限约定的理由', maxLength: 500, help: '超过 30 日时填写' },
            {
              kind: 'custom',
              name: 'milestones',
              label: '付款节点',
              wide: true,
              required: true,
              help: '各节点合计须等于合同价',
              when: (v) => v.payMode === 'milestones',
              control: <Milestones />,
            },
            {
              kind: 'quantity',
              name: 'lateRate',
              label: '约定的逾期年利率',
              unit: '%',
              help: '不填即按日利率 0.05% 计算',
            },
            {
              kind: 'quantity',
              name: 'lpr',
              label: '订立时 1 年期 LPR',
              unit: '%',
              help: '约定的利率不得低于它',
              when: (v) => Boolean(v.lateRate),
            },
          ],
        },
      ]}
      submit={{
        label: '保存草稿',
        run: (values) => update.run({ params, body: bodyOf(values) }),
      }}
      onDone={() => void navigate(place, { replace: true })}
    />
  )
}

function bodyOf({ files, milestones, lateRate, lpr, deliverBy, performanceBond, ...rest }: Values) {
  return {
    ...rest,
    performanceBond: performanceBond || null,
    deliverBy: deliverBy ?? null,
    milestones: rest.payMode === 'milestones' ? (milestones ?? []) : [],
    lateRate: lateRate || null,
    lpr: lateRate ? lpr || null : null,
    files: given(files),
  }
}

function valuesOf(contract: Contract): Values {
  const { title, price, terms, place, deliverBy, warranty, payer, payMode, payDays, payReason } = contract
  const { milestones, lateRate, lpr, files, performanceBond } = contract
  const terms1 = { title, price, terms, place, deliverBy, warranty, payer, payMode, payDays, payReason }
  return { ...terms1, performanceBond, milestones, lateRate, lpr, files }
}

/** What is paid when, each with its day. */
function Milestones({ value = [], onChange }: { value?: Milestone[]; onChange?: (rows: Milestone[]) => void }) {
  return (
    <div className="kb-stack kb-gap-8">
      <EditRows<Milestone>
        label="付款节点"
        rows={value}
        nameOf={(index) => `第 ${index + 1} 个付款节点`}
        path="milestones"
        columns={[
          {
            title: '节点',
            cell: (row, { set, label }) => (
              <Input
                aria-label={`${label}名称`}
                maxLength={100}
                value={row.name}
                onChange={(event) => set({ name: event.target.value })}
              />
            ),
          },
          {
            title: '金额',
            cell: (row, { set, label }) => (
              <AmountInput
                aria-label={`${label}金额`}
                capitals={false}
                value={row.amount}
                onChange={(amount) => set({ amount: amount ?? '' })}
              />
            ),
          },
          {
            title: '付款日期',
            cell: (row, { set, label }) => (
              <DayInput
                aria-label={`${label}日期`}
                value={row.dueOn}
                onChange={(dueOn) => set({ dueOn: dueOn ?? '' })}
              />
            ),
          },
        ]}
        onChange={(rows) => onChange?.(rows)}
      />
      <div>
        <Button onClick={() => onChange?.([...value, { name: '', amount: '', dueOn: '' }])}>添加节点</Button>
      </div>
    </div>
  )
}
