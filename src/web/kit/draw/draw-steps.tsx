import type { ReactNode } from 'react'
import { isPublicChain } from '#contract/beacon-chain.ts'
import type { DrawView } from '#contract/draw-calls.ts'
import { roundOf } from '#contract/draw-steps.ts'
import { formatTime } from '#contract/time.ts'
import { useCountdown } from '../../clock.ts'
import { lazyPart } from '../../lazy-part.tsx'
import { DataTable } from '../data-table.tsx'
import { Skeleton } from '../states.tsx'
import { StatusTag } from '../status-tag.tsx'
import './draw-steps.css'

// What checks a beacon's signature is needed once there is one.
const Checks = lazyPart(() => import('./draw-checks.tsx').then((m) => m.DrawChecks), <Skeleton lines={4} />)

const STAGES = {
  prepared: { label: '待抽取', tone: 'active' },
  revealing: { label: '等待各方揭示', tone: 'active' },
  sealed: { label: '已封存，待公布轮次', tone: 'active' },
  waiting: { label: '等待随机信标', tone: 'active' },
  drawn: { label: '已抽取', tone: 'success' },
} as const

/** How far a draw is, in a word. */
export function DrawStageTag({ draw }: { draw: DrawView }) {
  const isSealed = draw.stage === 'waiting' && draw.frozen?.beacon != null && roundOf(draw) === null
  return <StatusTag {...STAGES[isSealed ? 'sealed' : draw.stage]} />
}

/**
 * A draw step by step, as anybody can follow it: who committed to what, what was frozen, which round of the beacon it
 * waits for, what came of it. `hidesOptions`: there are too many to read, such as the tokens of people, and the caller shows
 * what came of it.
 */
export function DrawSteps({ draw, hidesOptions = false }: { draw: DrawView; hidesOptions?: boolean }) {
  const { frozen, closed } = draw
  return (
    <ol className="kb-numbers kb-above-8 kb-draw">
      <Step title="承诺">
        <p>{formatTime(draw.preparedAt, true)} 平台登记其随机数的 SHA-256，此后不能更换。</p>
        <Hash label="平台承诺" hex={draw.operatorHash} />
        <Participants draw={draw} />
      </Step>
      <Step title="冻结">
        {!hidesOptions && draw.parts.map((part) => <Options key={part.label} part={part} />)}
        {frozen ? (
          <>
            <p>
              {formatTime(frozen.frozenAt, true)} 冻结抽取事项、备选与参与方，承诺记入公开日志；{sourceWords(draw)}
            </p>
            <Hash label="冻结承诺" hex={draw.frozenHash ?? ''} />
          </>
        ) : (
          <p>抽取开始时冻结抽取事项、备选与参与方，此后任何人都不能更改。</p>
        )}
      </Step>
      <Step title={frozen && !frozen.beacon ? '揭示' : '揭示与信标'}>
        {draw.stage === 'prepared' && <p>各方揭示随机数后，取其后的公共信标轮次；产生之前任何人都不知道其数值。</p>}
        {draw.stage === 'revealing' && <Revealing until={frozen!.revealUntil} />}
        {closed && (
          <>
            <p>{formatTime(closed.closedAt, true)} 截止揭示，截止记录的哈希记入公开日志。</p>
            <Hash label="截止承诺" hex={draw.closedHash ?? ''} />
            <Round draw={draw} />
          </>
        )}
      </Step>
      {draw.stage === 'drawn' && !hidesOptions && (
        <Step title="结果">
          <Result draw={draw} />
          <Checks draw={draw} />
        </Step>
      )}
    </ol>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="kb-pad-y-8">
      <b>{title}</b>
      {children}
    </li>
  )
}

function Options({ part }: { part: DrawView['parts'][number] }) {
  const names = part.options.map(({ label }) => label).join('、')
  return (
    <p>
      {part.label}：{names}
    </p>
  )
}

function Participants({ draw: { participants, frozen, closed } }: { draw: DrawView }) {
  if (participants.length === 0)
    return <p className="kb-soft">{frozen ? '没有其他参与方登记随机数。' : '尚无其他参与方登记随机数。'}</p>
  return (
    <DataTable
      label="参与方"
      rows={participants}
      rowKey={(one) => one.id}
      columns={[
        { key: 'name', title: '参与方', width: 150, value: (one) => `${one.name}（${one.role}）` },
        { key: 'commitment', title: '承诺', render: (one) => <Short hex={one.commitment} /> },
        { key: 'value', title: '揭示', render: (one) => (one.value ? <Short hex={one.value} /> : '-') },
        {
          key: 'state',
          title: '状态',
          width: 130,
          render: (one) =>
            one.value ? (
              <StatusTag label="已揭示" tone="success" />
            ) : closed ? (
              <StatusTag label="未揭示，视为放弃" tone="warning" />
            ) : (
              <StatusTag label={frozen ? '待揭示' : '已承诺'} tone="neutral" />
            ),
        },
      ]}
    />
  )
}

function Revealing({ until }: { until: string }) {
  const left = useCountdown(until)
  return (
    <p role="status">
      各参与方的浏览器正在揭示随机数，{left && !left.over ? `最迟 ${secondsOf(left)} 后截止` : '即将截止'}
      ；逾期未揭示的不计入。
    </p>
  )
}

function Round({ draw }: { draw: DrawView }) {
  const { frozen, named, namedHash, dueAt, roundLink, trouble, stage, signature } = draw
  const left = useCountdown(dueAt)
  const beacon = frozen!.beacon
  if (!beacon)
    return (
      <p>
        冻结时公共信标不可达，改由平台与各参与方的承诺和揭示产生。参与方均不知道平台的随机数；平台若与参与方串通，仅能以该方放弃揭示改变结果，放弃记录在案。
      </p>
    )
  const round = roundOf(draw)
  if (round === null)
    return (
      <p role="status">
        已封存，等待公布随机数轮次：公开日志发布包含截止记录的日志头后，取其后至少 {frozen!.lead}{' '}
        秒的第一个信标轮次，任何人都不能另选。
      </p>
    )
  return (
    <>
      {named && (
        <>
          <p>{formatTime(named.at, true)} 公开日志发布了包含截止记录的日志头，信标轮次由此确定并记入公开日志。</p>
          <Hash label="轮次承诺" hex={namedHash ?? ''} />
        </>
      )}
      <p>
        {beacon.name} 第 {round} 轮，{formatTime(dueAt, true)} 产生
        {roundLink && (
          <>
            {' '}
            <a href={roundLink} target="_blank" rel="noreferrer">
              在信标处查看
            </a>
          </>
        )}
      </p>
      <Witnesses draw={draw} />
      {stage === 'waiting' && (
        <p role="status" className="kb-draw-count">
          {left && !left.over ? `距产生还有 ${secondsOf(left)}` : '正在取得并验证信标签名…'}
        </p>
      )}
      {trouble && stage === 'waiting' && (
        <p className="kb-bad" role="alert">
          暂未取得信标：{trouble}。轮次已经确定，恢复后自动继续，结果不受影响。
        </p>
      )}
      {signature && <Hash label="信标签名" hex={signature} />}
    </>
  )
}

/** Who saw the round before it was out. A draw waits for no witness, and says where one lacks. */
function Witnesses({ draw: { witnessed, dueAt, stage } }: { draw: DrawView }) {
  const left = useCountdown(dueAt)
  if (!witnessed) return null
  const { threshold, of, seenBy, isInTime } = witnessed
  const asked = `要求 ${of} 个见证方中至少 ${threshold} 个`
  const names = seenBy.map(({ title }) => title).join('、')
  if (isInTime) {
    const at = formatTime(seenBy[threshold - 1]!.at, true)
    return (
      <p>
        见证：{names} 已见证包含该轮次的日志（{asked}），其中第 {threshold} 个于 {at}，早于信标产生。
      </p>
    )
  }
  const isOut = stage === 'drawn' || left?.over === true
  if (!isOut)
    return (
      <p role="status">
        等待见证：{asked}在信标产生之前见证，现有 {seenBy.length} 个{names && `（${names}）`}。
      </p>
    )
  return (
    <p className="kb-bad" role="alert">
      见证不足：{asked}在信标产生之前见证，{seenBy.length === 0 ? '无人见证' : `未达到；至今见证的有 ${names}`}
      。抽取按已公布的轮次进行，没有改用其他来源；轮次早于信标产生仅以平台的日志为据，离线核验会载明没有见证。
    </p>
  )
}

function Result({ draw: { parts, result } }: { draw: DrawView }) {
  return (
    <ul>
      {parts.flatMap((part) =>
        result
          .filter(({ label }) => label === part.label)
          .map(({ value }, i) => (
            <li key={`${part.label}.${value}`}>
              {part.picks > 1 ? `${part.label}第 ${i + 1} 顺位` : part.label}{' '}
              <strong className="kb-size-16">{part.options.find((o) => o.value === value)?.label ?? value}</strong>
            </li>
          )),
      )}
    </ul>
  )
}

/** What the draw comes from, for people. */
function sourceWords({ frozen }: DrawView): string {
  const beacon = frozen?.beacon
  if (!beacon) return '随机来源：各方承诺与揭示（公共信标不可达）。'
  return isPublicChain(beacon)
    ? `随机来源：公共信标 ${beacon.name}。`
    : `随机来源：${beacon.name}，不是公共信标，仅供演示。`
}

function secondsOf({ days, hours, minutes, seconds }: NonNullable<ReturnType<typeof useCountdown>>): string {
  const all = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)
  return `${all} 秒`
}

function Short({ hex }: { hex: string }) {
  return (
    <code className="kb-hash kb-note" title={hex}>
      {hex.slice(0, 16)}…
    </code>
  )
}

function Hash({ label, hex }: { label: string; hex: string }) {
  return (
    <p className="kb-draw-hash">
      <span>{label}</span>
      <code className="kb-hash kb-note kb-break">{hex}</code>
    </p>
  )
}
