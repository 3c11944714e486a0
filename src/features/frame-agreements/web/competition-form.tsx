import { Alert } from 'antd'
import { useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { Exact } from '#contract/money.ts'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { LineInputs, type LineValues, wanted } from '#web/kit/line-inputs.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { agreementDetail } from '../contract/agreement.ts'
import { openCompetition } from '../contract/competition.ts'
import { agreementPlace, competitionPlace, LIBRARY } from '../rules/places.ts'
import { boundText, moneyText } from './words.ts'

type Agreement = OutputOf<typeof agreementDetail>

interface Values {
  title: string
  until: string
  deliverBy: string
  place: string
  note?: string
  lines: LineValues
}

/** Asks the suppliers of an agreement for quotes below its prices. */
export function Screen() {
  const { agreementId = '' } = useParams()
  const query = useCall(agreementDetail, { params: { agreementId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(agreement) => <CompetitionForm agreement={agreement} />}</WhenLoaded>
}

function CompetitionForm({ agreement }: { agreement: Agreement }) {
  const navigate = useNavigate()
  const made = useRef('')
  const { agreementId, entries } = agreement
  const open = useAction(openCompetition, {
    success: '二次竞价已发起，已通知供应商',
    onDone: ({ competitionId }) => {
      made.current = competitionId
    },
  })
  const may = entries.filter(({ state, admission }) => state === 'active' && admission?.level !== 'block')
  const lines = agreement.items.map((item) => ({
    ...item,
    left: item.quantity === null ? null : Exact.max(new Exact(item.quantity).minus(item.ordered), 0).toFixed(),
  }))
  return (
    <FormScreen<Values>
      title="发起二次竞价"
      back={{ label: agreement.title, to: agreementPlace(agreementId, LIBRARY) }}
      facts={[
        agreement.code,
        `有效期至 ${agreement.until}`,
        agreement.left === null ? '按数量控制' : `协议剩余 ${moneyText(agreement.left)}`,
      ]}
      initial={{ place: agreement.place, lines: {} }}
      sections={[
        {
          title: '竞价需求',
          fields: [
            { kind: 'text', name: 'title', label: '竞价名称', required: true, maxLength: 200, wide: true },
            { kind: 'instant', name: 'until', label: '报价截止时间', required: true, future: true },
            { kind: 'day', name: 'deliverBy', label: '交货期限', required: true, future: true },
            { kind: 'text', name: 'place', label: '交货地点', required: true, maxLength: 200 },
            {
              kind: 'custom',
              name: 'lines',
              label: '竞价数量',
              wide: true,
              required: true,
              control: (
                <LineInputs
                  label="竞价"
                  lines={lines}
                  facts={[{ title: '剩余数量', of: ({ left, unit }) => boundText(left, unit) }]}
                  fields={[{ name: 'quantity', title: '数量' }]}
                />
              ),
            },
            { kind: 'area', name: 'note', label: '说明', maxLength: 1000, rows: 2 },
          ],
          content: (
            <Alert
              type="info"
              showIcon
              title={`邀请全部可供货的供应商（现有 ${may.length} 家：${may.map((one) => one.supplierName).join('、')}）。截止前平台不向任何人显示报价；到时总价最低的成交并自动下达采购订单，总价相同的先提交者成交。`}
            />
          ),
        },
      ]}
      submit={{
        label: '发起二次竞价',
        confirm: '发起后内容不能修改，截止前可以取消。',
        run: ({ lines: entered, note, ...rest }) =>
          open.run({ params: { agreementId }, body: { ...rest, note: note ?? '', lines: wanted(entered) } }),
      }}
      onDone={() => void navigate(competitionPlace(agreementId, made.current), { replace: true })}
    />
  )
}
