import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { formatTime } from '#contract/time.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { say } from '#features/procurement/methods/say.ts'
import { fillWords } from '#features/procurement/methods/words.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import type { RoundTalk } from '../../contract-round.ts'
import { SIDES } from '../../rules.ts'
import { HELD, ROUND_TALK_STATES, type RoundTalkState } from '../../rules-round.ts'
import { TalkRoom } from '../room/talk-room.tsx'

const TONES: Readonly<Record<RoundTalkState, 'neutral' | 'active' | 'success' | 'warning' | 'danger'>> = {
  planned: 'neutral',
  called: 'active',
  running: 'active',
  minuted: 'warning',
  signed: 'success',
  refused: 'danger',
  dropped: 'neutral',
}

interface TalkPartProps {
  talk: RoundTalk
  /** Of the order. */
  method: number
  title: string
  actions?: ReactNode
  onPdf: (version: number) => void
}

/** One talk with all its minutes, as both sides read it. */
export function TalkPart({ talk, method, title, actions, onPdf }: TalkPartProps) {
  const [isRead, setRead] = useState(false)
  const isRoomOpen = talk.state === 'called' || talk.state === 'running'
  return (
    <section className="kb-section" aria-label={title}>
      <h2>
        {title}
        <span className="kb-flex kb-gap-16 kb-tight kb-wrap kb-size-13 kb-push kb-regular">
          <StatusTag
            label={fillWords(methodOf(method).words, ROUND_TALK_STATES[talk.state])}
            tone={TONES[talk.state]}
          />
          {HELD.includes(talk.state) && !isRoomOpen && (
            <Button type="link" size="small" onClick={() => setRead(!isRead)}>
              {isRead ? '收起发言' : '发言记录'}
            </Button>
          )}
          {actions}
        </span>
      </h2>
      <FieldList
        items={[
          { label: '约定时间', value: formatTime(talk.plannedAt) },
          { label: '地点', value: talk.place },
          talk.minutesEach !== null && { label: '时长', value: `不超过 ${talk.minutesEach} 分钟（各供应商相同）` },
          { label: '议题', value: talk.subject, wide: true },
          talk.beganAt !== null && { label: '开始', value: formatTime(talk.beganAt, true) },
          talk.dropReason !== '' && { label: '取消原因', value: talk.dropReason, wide: true },
        ]}
      />
      {isRoomOpen || isRead ? <TalkRoom talkId={talk.talkId} method={method} isOpen={isRoomOpen} /> : null}
      {talk.minutes.map((one) => (
        <section
          key={one.version}
          aria-label={`${say({ method }, '{act}记录')}第 ${one.version} 版`}
          className="kb-above-16"
        >
          <h3>
            {say({ method }, '{act}记录')}（第 {one.version} 版）
            <Button type="link" size="small" onClick={() => onPdf(one.version)}>
              PDF
            </Button>
          </h3>
          <DataTable
            label="参加人员"
            rows={one.people}
            rowKey={({ name, side }) => `${side}${name}`}
            columns={[
              { key: 'side', title: '代表', width: 100, value: ({ side }) => SIDES[side] },
              { key: 'name', title: '姓名', width: 120, value: ({ name }) => name },
              { key: 'unit', title: '单位', value: ({ unit }) => unit },
              { key: 'title', title: '职务或职称', width: 140, value: (person) => person.title },
            ]}
          />
          <FieldList
            items={[
              { label: say({ method }, '{act}内容'), value: <span className="kb-pre">{one.content}</span>, wide: true },
              { label: '结束', value: formatTime(one.endedAt, true) },
              { label: '采购人签署', value: `${one.byName}，${formatTime(one.at, true)}` },
              {
                label: one.agreed === false ? '供应商退回' : '供应商签署',
                value:
                  one.repliedAt === null
                    ? '待签署'
                    : `${one.repliedByName}，${formatTime(one.repliedAt, true)}${one.agreed === false ? `：${one.reason}` : ''}`,
                wide: one.agreed === false,
              },
              { label: '内容指纹', value: <Fingerprint hex={one.hash} />, wide: true },
            ]}
          />
        </section>
      ))}
    </section>
  )
}
