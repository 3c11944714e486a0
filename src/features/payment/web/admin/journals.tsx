import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useAction } from '#web/use-call.ts'
import { decideCorrection, journalPage, proposeCorrection } from '../../contract/correction.ts'
import { DecisionButtons } from './decision-buttons.tsx'

type Row = OutputOf<typeof journalPage>['rows'][number]
type Correction = NonNullable<Row['correction']>
const SIDES = { debit: '借', credit: '贷' } as const

/** What was booked, newest first; what is wrong is undone by a journal the other way round, by two people together. */
export function Screen() {
  const [undoing, setUndoing] = useState<Row | null>(null)
  return (
    <ListScreen
      title="凭证与冲正"
      endpoint={journalPage}
      rowKey={(row) => row.journalId}
      tabs={{
        param: 'state',
        tabs: [
          { value: '', label: '全部' },
          { value: 'proposed', label: '冲正待复核' },
          { value: 'approved', label: '已冲正' },
        ],
      }}
      filters={[{ kind: 'text', name: 'keyword', label: '摘要或凭证号' }]}
      columns={[
        {
          key: 'memo',
          title: '凭证',
          value: (row) => row.memo,
          render: (row) => <MainCell code={numberOf(row)} title={row.memo || row.kindLabel} />,
        },
        { key: 'kind', title: '类型', width: 110, value: (row) => row.kindLabel },
        {
          key: 'lines',
          title: '分录',
          width: 300,
          render: (row) =>
            row.lines.map((line) => (
              <span key={`${line.side}${line.account}`} className="kb-block kb-size-13">
                {SIDES[line.side]} {line.account}
              </span>
            )),
        },
        { key: 'amount', title: '金额（元）', kind: 'amount', width: 130, value: (row) => row.amount },
        {
          key: 'correction',
          title: '更正',
          render: (row) =>
            row.correction ? (
              <CorrectionCell correction={row.correction} />
            ) : (
              <span className="kb-muted kb-size-13">{row.wayBack || '可冲正'}</span>
            ),
        },
        { key: 'at', title: '入账时间', kind: 'time', width: 150, value: (row) => row.at },
      ]}
      rowActions={(row) => [row.isCorrectable && { label: '冲正', onClick: () => setUndoing(row) }]}
      empty={{ title: '没有凭证', hint: '收支、退款、对账入账后在此逐笔列出' }}
    >
      <p className="kb-note">凭证一经登记不可修改；登记有误的，由一人提出冲正、另一位管理员复核后登记反向凭证。</p>
      {undoing && (
        <ActionDialog
          title={`冲正：${undoing.memo || undoing.kindLabel}`}
          endpoint={proposeCorrection}
          fields={[{ kind: 'area', name: 'reason', label: '冲正原因', required: true }]}
          input={(body: { reason: string }) => ({ params: { journalId: undoing.journalId }, body })}
          hint={`将登记金额 ${formatAmount(undoing.amount)} 元的反向凭证，须由另一位管理员复核；原凭证保留。`}
          success="已提交复核"
          onClose={() => setUndoing(null)}
        />
      )}
    </ListScreen>
  )
}

/** The end of its key tells a journal from others, and is found by the filter; what stands before is a word of the program. */
const numberOf = ({ key }: Row) => key.slice(-12)

function CorrectionCell({ correction }: { correction: Correction }) {
  const decide = useAction(decideCorrection, { success: '已复核' })
  const { correctionId, state, reason, proposedByName, decidedByName, isOwn } = correction
  const run = (approve: boolean) => void decide.run({ params: { correctionId }, body: { approve } })
  return (
    <span className="kb-block kb-size-13">
      {state === 'approved' ? '已冲正' : '待复核'}：{reason}（
      {[proposedByName, decidedByName].filter(Boolean).join('、')}）
      {state === 'proposed' && !isOwn && <DecisionButtons onDecide={run} />}
    </span>
  )
}
