import { useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { Exact, formatAmount, lineTotal, sum } from '#contract/money.ts'
import type { ApprovalInput } from '#web/kit/confirm-step.tsx'
import { toldOf } from '#web/kit/confirm-step.tsx'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { changeContract, contractDetail } from '../contract/contract.ts'
import { CHANGE_LIMIT, isBeyond } from '../rules/change.ts'
import { contractPlace } from '../rules/places.ts'
import { ApprovalField } from './approval-field.tsx'
import { LineInputs, type LineValues, quantityText } from '#web/kit/line-inputs.tsx'
import { given } from './words.ts'

type Contract = OutputOf<typeof contractDetail>

interface Values {
  reason: string
  beyondReason?: string
  terms?: string
  place?: string
  deliverBy?: string | null
  payDays: number
  lines: LineValues
  files?: FileRef[]
  approval?: ApprovalInput
}

/** Proposes a change of a contract in force: lines, terms, days. */
export function Screen() {
  const { contractId = '' } = useParams()
  const query = useCall(contractDetail, { params: { contractId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(contract) => <ChangeForm contract={contract} />}</WhenLoaded>
}

function ChangeForm({ contract }: { contract: Contract }) {
  const navigate = useNavigate()
  const change = useAction(changeContract, { success: toldOf('变更已提交供应商确认') })
  const place = contractPlace('purchaser', contract.contractId)
  const isFar = (values: Record<string, unknown>) => {
    const price = priceOf(contract, values.lines as LineValues | undefined)
    return price !== null && isBeyond(contract.awardPrice, price)
  }
  return (
    <FormScreen<Values>
      title="变更合同"
      back={{ label: contract.title, to: place }}
      facts={[
        contract.code,
        `原合同价 ${formatAmount(contract.awardPrice)} 元`,
        `现合同价 ${formatAmount(contract.price)} 元`,
      ]}
      draft={`contract.change.${contract.contractId}.${contract.versions[0]?.version ?? 1}`}
      initial={{
        terms: contract.terms,
        place: contract.place,
        deliverBy: contract.deliverBy,
        payDays: contract.payDays,
        lines: Object.fromEntries(
          contract.lines.map(({ line, quantity, unitPrice }) => [line, { quantity, unitPrice }]),
        ),
        files: contract.files,
      }}
      sections={[
        {
          title: '变更内容',
          fields: [
            { kind: 'area', name: 'reason', label: '变更原因', required: true, maxLength: 500, rows: 2 },
            {
              kind: 'custom',
              name: 'lines',
              label: '标的',
              wide: true,
              control: (
                <LineInputs
                  label="变更后的标的"
                  lines={contract.lines}
                  facts={[{ title: '已下订单', of: ({ ordered, unit }) => quantityText(ordered, unit) }]}
                  fields={[
                    { name: 'quantity', title: '数量' },
                    { name: 'unitPrice', title: '单价' },
                  ]}
                />
              ),
            },
            {
              kind: 'area',
              name: 'beyondReason',
              label: `累计变更超过 ${CHANGE_LIMIT}% 的理由`,
              required: true,
              maxLength: 500,
              rows: 2,
              help: '政府采购法第四十九条：追加合同标的的金额不得超过原合同金额的百分之十；超过的须另行说明理由并经审批',
              when: isFar,
            },
            { kind: 'day', name: 'deliverBy', label: '履行期限' },
            {
              kind: 'integer',
              name: 'payDays',
              label: '付款期限',
              required: true,
              max: 365,
              unit: '日（自交付之日起）',
              help: '只适用于变更生效后形成的款项',
            },
            { kind: 'text', name: 'place', label: '交货地点', maxLength: 200, wide: true },
            { kind: 'area', name: 'terms', label: '合同条款', maxLength: 20_000, rows: 6 },
            { kind: 'files', name: 'files', label: '合同文件', use: 'contract', most: 20 },
            {
              kind: 'custom',
              name: 'approval',
              label: '审批',
              wide: true,
              when: (values) => !isFar(values),
              control: <ApprovalField node="change" />,
            },
            {
              kind: 'custom',
              name: 'approval',
              label: '审批',
              wide: true,
              when: isFar,
              control: <ApprovalField node="changeBeyond" />,
            },
          ],
        },
      ]}
      submit={{
        label: '提交变更',
        confirm: '供应商同意后新版本生效，原版本保留。',
        run: (values) => change.run({ params: { contractId: contract.contractId }, body: bodyOf(contract, values) }),
      }}
      onDone={() => void navigate(place, { replace: true })}
    />
  )
}

function linesOf(contract: Contract, values: LineValues | undefined) {
  return contract.lines.map(({ line, quantity, unitPrice, amount }) => {
    const entered = values?.[line]
    const next = { line, quantity: entered?.quantity ?? '0', unitPrice: entered?.unitPrice ?? '0' }
    const isSame = new Exact(next.quantity).eq(quantity) && new Exact(next.unitPrice).eq(unitPrice)
    return { ...next, amount: isSame ? amount : lineTotal(next.unitPrice, next.quantity) }
  })
}

/** The value that the lines come to. */
function priceOf(contract: Contract, values: LineValues | undefined): string | null {
  return values ? sum(linesOf(contract, values).map(({ amount }) => amount)) : null
}

function bodyOf(contract: Contract, values: Values) {
  const { reason, beyondReason, terms, place, deliverBy, payDays, lines, files, approval } = values
  return {
    reason,
    beyondReason: beyondReason ?? '',
    terms: terms ?? '',
    place: place ?? '',
    deliverBy: deliverBy ?? null,
    payDays,
    lines: linesOf(contract, lines).map(({ amount: _amount, ...line }) => line),
    files: given(files),
    ...(approval && { approval }),
  }
}
