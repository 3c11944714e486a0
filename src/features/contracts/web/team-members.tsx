import type { ReactNode } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { ownTeam } from '../contract/team.ts'
import { memberTag, teamFilePath, verdictTag } from './team-words.ts'

/** A member as the purchaser or another member reads it. */
export type Member = Omit<OutputOf<typeof ownTeam>['members'][number], 'isOwn'> & {
  isOwn?: boolean
  releaseReason?: string
}

/** Employer, and department or professional title. */
function fromOf({ employer, title }: Member): string {
  return [employer, title].filter(Boolean).join('，')
}

interface MemberTableProps<M extends Member> {
  members: readonly M[]
  renderEnd?: (member: M) => ReactNode
}

/** Who is asked, and how far each is. */
export function MemberTable<M extends Member>({ members, renderEnd }: MemberTableProps<M>) {
  return (
    <DataTable
      label="验收小组成员"
      rows={members}
      rowKey={({ memberId }) => memberId}
      {...(renderEnd && { renderEnd })}
      columns={[
        {
          key: 'name',
          title: '成员',
          width: 150,
          isHead: true,
          value: ({ name }) => name,
          render: (one) => (
            <span className="kb-row kb-gap-8 kb-wrap">
              {one.name}
              {one.isLeader && <span className="kb-chip kb-tag-active">组长</span>}
              {one.isOwn && <span className="kb-chip">本人</span>}
            </span>
          ),
        },
        {
          key: 'from',
          title: '单位',
          value: (one) => fromOf(one),
        },
        {
          key: 'reply',
          title: '答复',
          width: 110,
          value: ({ reply }) => memberTag(reply).label,
          render: ({ reply, releaseReason }) =>
            releaseReason ? <StatusTag label="已退出" /> : <StatusTag {...memberTag(reply)} />,
        },
        {
          key: 'given',
          title: '意见',
          width: 90,
          value: ({ releaseReason, hasGiven }) => (releaseReason ? '' : hasGiven ? '已提交' : '未提交'),
        },
        {
          key: 'why',
          title: '原因',
          value: ({ replyReason, releaseReason }) => releaseReason || replyReason,
        },
      ]}
    />
  )
}

/** What members said, once it may be read. */
export function OpinionTable({ teamId, members }: { teamId: string; members: readonly Member[] }) {
  const pathOf = teamFilePath(teamId)
  return (
    <DataTable
      label="验收小组意见"
      rows={members.flatMap((member) => (member.opinion ? [{ ...member, ...member.opinion }] : []))}
      rowKey={({ memberId }) => memberId}
      columns={[
        {
          key: 'name',
          title: '成员',
          width: 150,
          isHead: true,
          value: ({ name, isLeader }) => (isLeader ? `${name}（组长）` : name),
        },
        {
          key: 'from',
          title: '单位',
          width: 240,
          value: (one) => fromOf(one),
        },
        {
          key: 'verdict',
          title: '意见',
          width: 130,
          value: ({ verdict }) => verdictTag(verdict).label,
          render: ({ verdict }) => <StatusTag {...verdictTag(verdict)} />,
        },
        {
          key: 'reason',
          title: '理由与附件',
          value: ({ reason }) => reason,
          render: ({ reason, files }) => (
            <div className="kb-stack kb-gap-4">
              <span className="kb-pre">{reason || '-'}</span>
              {files.length > 0 && <FileList files={files} pathOf={pathOf} />}
            </div>
          ),
        },
      ]}
    />
  )
}
