import { Alert } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount, formatDigits } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { LINE_NAME, LineInputs, type LineValues, quantityText } from '#web/kit/line-inputs.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract/competition.ts'
import { ownPlace } from '../rules/places.ts'
import { competitionTag } from './competition-list.tsx'
import { ASKED, CompetitionTerms, LOOK_MS, SEALED } from './competition-parts.tsx'

type Competition = OutputOf<typeof c.ownCompetition>

const ceilingText = (ceiling: string | null) => (ceiling === null ? '未约定' : formatDigits(ceiling, 2))

/** A mini-competition as a supplier sees it, with its own quote. */
export function Screen() {
  const { entryId = '', competitionId = '' } = useParams()
  const params = { entryId, competitionId }
  const query = useCall(c.ownCompetition, { params }, { every: LOOK_MS })
  const withdraw = useAction(c.withdrawQuote, { success: '报价已撤回' })
  const [quoting, setQuoting] = useState<Competition | null>(null)
  return (
    <>
      <DetailScreen query={query} back={{ label: '框架协议', to: ownPlace(entryId) }}>
        {(one) => ({
          title: one.title,
          status: <StatusTag {...competitionTag(one.state)} />,
          facts: [one.code, one.agreementTitle, one.purchaserName],
          deadline: one.state === 'open' ? { label: '报价截止', at: one.until, over: '已截止，正在处理' } : null,
          actions: one.actions.map((act) =>
            act.action === 'quote' && one.quote ? { ...act, label: '修改报价' } : act,
          ),
          onAction: (action) => (action === 'quote' ? setQuoting(one) : void withdraw.run({ params })),
          notice: <Notice of={one} />,
          sections: [
            { key: 'lines', title: '标的与报价', content: <Lines of={one} /> },
            { key: 'terms', title: '要求', content: <CompetitionTerms of={one} side="supplier" /> },
          ],
        })}
      </DetailScreen>
      {quoting && <QuoteDialog of={quoting} params={params} onClose={() => setQuoting(null)} />}
    </>
  )
}

function Notice({ of: { state, quote, result, isWon, rank, reason, excluded } }: { of: Competition }) {
  const own = quote ? `已报价 ${formatAmount(quote.amount)} 元，${formatTime(quote.quotedAt)}。` : '还没有报价。'
  const place = excluded ? `本单位报价不计入：${excluded}` : rank === null ? '本单位未报价' : `本单位第 ${rank} 名`
  const won = `${result?.supplierName ?? ''}以 ${formatAmount(result?.amount)} 元成交`
  const said: Record<Competition['state'], [string, 'info' | 'success']> = {
    open: [`${own}${SEALED}`, 'info'],
    lone: ['报价已截止，有效报价不足两家，由采购人确定是否成交', 'info'],
    won: isWon
      ? [`本单位以 ${formatAmount(result?.amount)} 元成交，请确认采购订单`, 'success']
      : [`${won}；${place}`, 'info'],
    failed: [`未成交：${reason}`, 'info'],
    cancelled: [`已取消：${reason}。报价不公开`, 'info'],
  }
  const [title, type] = said[state]
  return <Alert className="kb-below-12" type={type} showIcon title={title} />
}

function Lines({ of: { lines, quote } }: { of: Competition }) {
  return (
    <DataTable
      label="标的与报价"
      rows={lines}
      rowKey={({ line }) => String(line)}
      columns={[
        LINE_NAME,
        ASKED,
        { key: 'ceiling', title: '协议价（元）', width: 140, align: 'right', value: (row) => ceilingText(row.ceiling) },
        {
          key: 'price',
          title: '本单位报价（元）',
          width: 160,
          align: 'right',
          value: ({ line }) => {
            const price = quote?.prices.find((one) => one.line === line)
            return price ? formatDigits(price.unitPrice, 2) : '-'
          },
        },
      ]}
    />
  )
}

interface QuoteDialogProps {
  of: Competition
  params: { entryId: string; competitionId: string }
  onClose: () => void
}

function QuoteDialog({ of: { lines, quote, until }, params, onClose }: QuoteDialogProps) {
  const initial = Object.fromEntries((quote?.prices ?? []).map(({ line, unitPrice }) => [line, { unitPrice }]))
  return (
    <ActionDialog
      title="二次竞价报价"
      endpoint={c.submitQuote}
      width={860}
      hint={`单价不高于协议价。${formatTime(until)} 前可以修改或撤回，截止前平台不向任何人显示。`}
      okText="提交报价"
      initial={{ prices: initial }}
      fields={[
        {
          kind: 'custom',
          name: 'prices',
          label: '报价',
          wide: true,
          required: true,
          control: (
            <LineInputs
              label="报价"
              lines={lines}
              facts={[
                { title: '数量', of: ({ quantity, unit }) => quantityText(quantity, unit) },
                { title: '协议价（元）', of: ({ ceiling }) => ceilingText(ceiling) },
              ]}
              fields={[{ name: 'unitPrice', title: '单价' }]}
            />
          ),
        },
      ]}
      input={({ prices }: { prices?: LineValues }) => ({
        params,
        body: { prices: lines.map(({ line }) => ({ line, unitPrice: prices?.[line]?.unitPrice ?? '' })) },
      })}
      success="报价已提交，截止前不公开"
      onClose={onClose}
    />
  )
}
