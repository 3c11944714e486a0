import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { say } from '#features/procurement/methods/say.ts'
import { TALK_SLOTS } from '#features/talks/contract-slots.ts'
import { openFile } from '#web/export.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { DrawSteps } from '#web/kit/draw/draw-steps.tsx'
import { MarkedList, markedFindings } from '#web/kit/marked-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { Parts } from '#web/shell/parts.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { callVote, type Desk, panelDesk, panelReport, startPanel } from '../contract.ts'
import { PANEL_STAGES, type PanelStage } from '../rules/panel.ts'
import { ChangeList } from './change-list.tsx'
import { DeskDialog, type DialogKind } from './desk-dialog.tsx'
import { MemberTable } from './member-table.tsx'
import { OwnSheet } from './own-sheet.tsx'
import { ConformityTable, RankingTable, VoteTable } from './outcome-tables.tsx'
import { SupplierTable } from './supplier-table.tsx'
import { STAGE_TONES } from './words.ts'

/** Acts that are done in a section of the page. */
const ELSEWHERE: ReadonlySet<string> = new Set(['handIn', 'replace', 'decide'])

/** The review of an order by its group: for whoever runs the order, and for members, each with what they may do next. */
export function Screen() {
  const { orderId = '' } = useParams()
  const { pathname } = useLocation()
  const side = pathname.startsWith('/agency') ? 'agency' : 'purchaser'
  const isMemberPage = pathname.startsWith('/review/')
  const params = { orderId }
  const query = useCall(panelDesk, { params }, { fresh: 0 })
  useLive(query.data?.readsOrder ? [`order:${orderId}`, `order-owner:${orderId}`] : [])
  const [dialog, setDialog] = useState<DialogKind | null>(null)
  const navigate = useNavigate()
  const start = useAction(startPanel, { success: '评审已开始，成员已收到通知' })
  const vote = useAction(callVote, { success: '成员已收到通知' })
  const onAction = (action: string) => {
    if (action === 'start') void start.run({ params })
    else if (action === 'callVote') void vote.run({ params })
    else setDialog(action as DialogKind)
  }
  return (
    <DetailScreen
      query={query}
      back={
        isMemberPage || !query.data
          ? { label: '首页', to: '/' }
          : {
              label: say(query.data, '{order}详情'),
              to: placeOf({ id: orderId, method: query.data.method }, 'publish.detail', side),
            }
      }
    >
      {(desk) => ({
        title: `${say(desk, '{act}')}评审`,
        status: <StatusTag label={stageLabel(desk)} tone={STAGE_TONES[desk.stage]} />,
        facts: [desk.code, desk.title, desk.groupName, desk.startedAt && `${formatTime(desk.startedAt)} 开始`],
        deadline: desk.open
          ? { label: desk.open.isFinal ? '最后报价截止' : '重新响应截止', at: desk.open.deadline }
          : null,
        actions: desk.actions
          .filter(({ action }) => !ELSEWHERE.has(action))
          .map((one) => ({ ...one, label: inWords(desk, one.label) })),
        onAction,
        extra: (
          <>
            {desk.report && <Button onClick={() => void openFile(panelReport, { params })}>评审报告 PDF</Button>}
            {desk.readsOrder && desk.stage !== 'forming' && !isMemberPage && (
              <Button
                onClick={() => void navigate(placeOf({ id: orderId, method: desk.method }, 'round-talk.hold', side))}
              >
                {say(desk, '{act}')}安排与记录
              </Button>
            )}
          </>
        ),
        notice: (
          <>
            {desk.stage === 'failed' && <Alert type="error" showIcon title={desk.failReason} />}
            {dialog && <DeskDialog kind={dialog} desk={desk} onClose={() => setDialog(null)} />}
          </>
        ),
        sections: sectionsOf(desk, side),
      })}
    </DetailScreen>
  )
}

const OWN_TITLES: Partial<Record<PanelStage, string>> = { scoring: '我的评分', voting: '我的投票' }

function sectionsOf(desk: Desk, side: 'purchaser' | 'agency') {
  const mayHandIn = desk.actions.some(({ action, reason }) => action === 'handIn' && !reason)
  return [
    mayHandIn && {
      key: 'own',
      title: OWN_TITLES[desk.stage] ?? '我的审查意见',
      content: <OwnSheet key={`${desk.stage} ${desk.roundNo}`} desk={desk} />,
    },
    desk.talk && {
      key: 'talk',
      title: `${methodOf(desk.method).words.act}：${desk.talk.supplierName}`,
      content: <Parts of={TALK_SLOTS.room} talkId={desk.talk.talkId} method={desk.method} />,
    },
    desk.suppliers.length > 0 && {
      key: 'suppliers',
      title: '供应商与响应',
      content: <SupplierTable desk={desk} side={side} />,
    },
    desk.report && { key: 'result', title: '评审结果', content: <RankingTable desk={desk} report={desk.report} /> },
    desk.changes.length > 0 && { key: 'changes', title: '采购需求变动', content: <ChangeList desk={desk} /> },
    desk.conformity.length > 0 && {
      key: 'conformity',
      title: '符合性审查意见',
      content: <ConformityTable desk={desk} />,
    },
    desk.votes.length > 0 && { key: 'votes', title: '方案投票', content: <VoteTable desk={desk} /> },
    ...desk.draws.map((draw, i) => ({
      key: `draw-${draw.drawId}`,
      title:
        desk.draws.length > 1
          ? `${methodOf(desk.method).words.act}次序抽签（第 ${i + 1} 次）`
          : `${methodOf(desk.method).words.act}次序抽签`,
      content: <DrawSteps draw={draw} />,
    })),
    { key: 'members', title: desk.groupName, content: <MemberTable desk={desk} /> },
    desk.findings.length > 0 && {
      key: 'findings',
      title: '组成检查',
      content: <MarkedList label="组成检查" rows={markedFindings(desk.findings)} />,
    },
  ]
}

function stageLabel(desk: Desk): string {
  return inWords(desk, PANEL_STAGES[desk.stage])
}

/** Talks are called as the method calls them. */
function inWords({ method }: Pick<Desk, 'method'>, text: string): string {
  return text.replaceAll('商谈', methodOf(method).words.act)
}
