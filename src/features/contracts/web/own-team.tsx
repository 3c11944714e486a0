import { Alert } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { ask } from '#web/feedback.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { LINE_NAME, quantityText } from '#web/kit/line-inputs.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { ownTeam, replyTeam } from '../contract/team.ts'
import { TEAM_LISTS, type TeamSide } from '../rules/places.ts'
import { OpinionDialog } from './team-dialogs.tsx'
import { MemberTable, OpinionTable } from './team-members.tsx'
import { resultTag, teamFilePath, teamTag } from './team-words.ts'

type Own = OutputOf<typeof ownTeam>

/** A delivery that one is asked to look at: the member answers, and says what it finds. */
export function Screen({ side }: { side: TeamSide }) {
  const { teamId = '' } = useParams()
  const params = { teamId }
  const query = useCall(ownTeam, { params })
  const [isOpining, setOpining] = useState(false)
  const reply = useAction(replyTeam, { success: '已答复' })
  const accept = async ({ supplierName }: Own) => {
    const content = `本人与供应商${supplierName}及其关联单位没有任职或者其他利害关系，将独立、客观地提出意见，并对验收内容保密。`
    if (await ask({ title: '接受验收邀请', content, okText: '声明并接受' }))
      await reply.run({ params, body: { accepts: true } })
  }
  const acts: Record<string, (team: Own) => unknown> = {
    accept,
    decline: () =>
      askText({
        title: '不参加验收',
        label: '原因（存在利害关系的请说明）',
        okText: '不参加',
        run: (reason) => reply.run({ params, body: { accepts: false, reason } }),
      }),
    opine: () => setOpining(true),
  }
  return (
    <>
      <DetailScreen query={query} back={{ label: '验收任务', to: TEAM_LISTS[side] }}>
        {(team) => ({
          title: team.title,
          status: <StatusTag {...(team.result ? resultTag(team.result) : teamTag(team.state))} />,
          facts: [`订单 ${team.callOffCode} 第 ${team.deliveryNo} 批`, `${team.giveBy} 前提交意见`],
          actions: team.actions,
          onAction: (action) => void acts[action]?.(team),
          notice: team.state === 'dissolved' && (
            <Alert className="kb-below-16" type="info" showIcon title={`验收小组已解散：${team.endReason}`} />
          ),
          sections: [
            team.members.some(({ opinion }) => opinion !== null) && {
              key: 'opinions',
              title: team.isUnsealed ? '验收意见' : '我的意见',
              content: (
                <div className="kb-stack kb-gap-8">
                  {!team.isUnsealed && <p className="kb-hint">全部成员提交后，意见互相可见。</p>}
                  <OpinionTable teamId={teamId} members={team.members} />
                </div>
              ),
            },
            { key: 'task', title: '验收内容', content: <Task team={team} /> },
            { key: 'lines', title: '到货清单', content: <Lines team={team} /> },
            {
              key: 'members',
              title: '验收小组',
              content:
                team.reply === 'accepted' ? (
                  <MemberTable members={team.members} />
                ) : (
                  <p className="kb-hint">接受邀请后可以看到其他成员。</p>
                ),
            },
          ],
        })}
      </DetailScreen>
      {isOpining && <OpinionDialog teamId={teamId} onClose={() => setOpining(false)} />}
    </>
  )
}

function Task({ team }: { team: Own }) {
  return (
    <FieldList
      items={[
        { label: '采购人', value: team.purchaserName },
        { label: '须回避的供应商', value: `${team.supplierName}及其关联单位` },
        { label: '到货日期', value: team.deliveredOn },
        { label: '交货地点', value: team.place },
        { label: '验收内容', value: <span className="kb-pre">{team.task}</span>, wide: true },
        team.carrier !== '' && { label: '承运单位与单号', value: team.carrier },
        team.note !== '' && { label: '供应商说明', value: team.note, wide: true },
        team.files.length > 0 && {
          label: '送货单等附件',
          value: <FileList files={team.files} pathOf={teamFilePath(team.teamId)} />,
          wide: true,
        },
      ]}
    />
  )
}

function Lines({ team: { lines } }: { team: Own }) {
  return (
    <DataTable
      label="到货清单"
      rows={lines}
      rowKey={({ line }) => String(line)}
      columns={[
        LINE_NAME,
        {
          key: 'quantity',
          title: '本批数量',
          width: 160,
          align: 'right',
          value: (row) => quantityText(row.quantity, row.unit),
        },
      ]}
    />
  )
}
