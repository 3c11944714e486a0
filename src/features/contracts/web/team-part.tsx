import { Button } from 'antd'
import { useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction } from '#web/use-call.ts'
import { dissolveTeam } from '../contract/team.ts'
import { ConveneDialog, type Delivery, ReleaseDialog, type TeamValue } from './team-dialogs.tsx'
import { MemberTable, OpinionTable } from './team-members.tsx'
import { resultTag, teamTag } from './team-words.ts'

/** The team that looks at a delivery, for the purchaser; where nobody was asked, the button that does. */
export function TeamPart({ delivery }: { delivery: Delivery }) {
  const [open, setOpen] = useState<TeamValue['members'][number] | 'convene' | null>(null)
  const dissolve = useAction(dissolveTeam, { success: '验收小组已解散' })
  const close = () => setOpen(null)
  const { team, teamActions } = delivery
  const actionOf = (name: string) => teamActions.find(({ action }) => action === name)
  const convene = actionOf('convene')
  if (!team)
    return (
      convene && (
        <div>
          <Button disabled={convene.reason !== undefined} title={convene.reason} onClick={() => setOpen('convene')}>
            {convene.label}
          </Button>
          {open === 'convene' && <ConveneDialog delivery={delivery} onClose={close} />}
        </div>
      )
    )
  const end = actionOf('dissolve')
  const mayRelease = actionOf('release') !== undefined
  const released = team.members.filter(({ releaseReason }) => releaseReason !== '')
  return (
    <section className="kb-box kb-stack kb-gap-8" aria-label="验收小组">
      <div className="kb-row kb-gap-12 kb-tight kb-wrap">
        <b>验收小组</b>
        <StatusTag {...(team.result ? resultTag(team.result) : teamTag(team.state))} />
        <span className={team.isLate ? 'kb-bad' : 'kb-muted'}>
          已提交 {team.given}/{team.count} 份意见，期限 {team.giveBy}
          {team.isLate && '（已过）'}
        </span>
        {end && (
          <Button
            size="small"
            danger
            disabled={end.reason !== undefined}
            title={end.reason}
            onClick={() =>
              askText({
                title: '解散验收小组',
                hint: '解散后可以重新组织，或者不经小组直接验收。',
                okText: '解散',
                danger: true,
                run: (reason) => dissolve.run({ params: { teamId: team.teamId }, body: { reason } }),
              })
            }
          >
            解散
          </Button>
        )}
      </div>
      <p className="kb-pre">{team.task}</p>
      <p className="kb-note">
        {team.convenedByName} {formatTime(team.convenedAt)} 组织
        {team.state === 'convened' && '；全部成员提交前，意见对任何人都不公开'}
      </p>
      {team.state === 'spoken' ? (
        <>
          <OpinionTable teamId={team.teamId} members={team.members} />
          {released.length > 0 && <MemberTable members={released} />}
          <p className="kb-note kb-break">意见指纹（SHA-256）{team.hash}</p>
        </>
      ) : (
        <MemberTable
          members={team.members}
          {...(mayRelease && {
            renderEnd: (member: TeamValue['members'][number]) =>
              !member.hasGiven &&
              member.releaseReason === '' && (
                <Button type="link" size="small" onClick={() => setOpen(member)}>
                  更换
                </Button>
              ),
          })}
        />
      )}
      {open !== null && open !== 'convene' && (
        <ReleaseDialog deliveryId={delivery.deliveryId} team={team} member={open} onClose={close} />
      )}
    </section>
  )
}
