import { Button, DatePicker, Radio } from 'antd'
import dayjs from 'dayjs'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate, MINUTE } from '#contract/time.ts'
import { changedParams } from '#web/changed-params.ts'
import { clock } from '#web/clock.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { roomDay } from '../contract/rooms.ts'
import { meetingPlace, PLACES } from '../rules/places.ts'
import { clockText, dayAfter, dayStart, ROOM_KINDS, WEEKDAYS, weekdayOf } from '../rules/room.ts'
import './overview.css'

type Day = OutputOf<typeof roomDay>
type Room = Day['rooms'][number]

/** Minutes of one cell. */
const CELL = 30
/** What is shown of a day on which no room is open. */
const USUAL = { from: 8 * 60, until: 18 * 60 }

/** Rooms of the company on one day: who has them, and what is free; a free time is booked by pressing it. */
export function Screen() {
  const [search, setSearch] = useSearchParams()
  const today = formatDate(clock.now())
  const day = search.get('day') ?? today
  const kind = search.get('kind') ?? ''
  const query = useCall(roomDay, { query: { day, ...(kind && { kind }) } }, { fresh: 0, keep: true, every: 60_000 })
  const set = (changes: Record<string, string>) => setSearch(changedParams(search, changes), { replace: true })
  return (
    <>
      <PageHead
        title="场所预订"
        facts={[`${day} ${WEEKDAYS[weekdayOf(day) - 1]}`]}
        actions={
          <>
            <Link to={PLACES.configure}>
              <Button>会议场所</Button>
            </Link>
            <Link to={PLACES.create}>
              <Button type="primary">预订会议</Button>
            </Link>
          </>
        }
      />
      <div className="kb-row kb-gap-12 kb-wrap kb-below-12" role="search">
        <Button onClick={() => set({ day: dayAfter(day, -1) })}>前一天</Button>
        <DatePicker
          aria-label="日期"
          allowClear={false}
          value={dayjs(day)}
          onChange={(value) => value && set({ day: value.format('YYYY-MM-DD') })}
        />
        <Button onClick={() => set({ day: dayAfter(day, 1) })}>后一天</Button>
        <Button disabled={day === today} onClick={() => set({ day: '' })}>
          今天
        </Button>
        <Radio.Group
          aria-label="类型"
          optionType="button"
          value={kind}
          options={[
            { value: '', label: '全部' },
            ...Object.entries(ROOM_KINDS).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(event) => set({ kind: String(event.target.value) })}
        />
      </div>
      <WhenLoaded query={query}>
        {(loaded) =>
          loaded.rooms.length === 0 ? (
            <EmptyState
              title="没有会议场所"
              hint={kind ? '可查看其他类型' : '由企业管理员在“会议场所”登记后即可预订'}
            />
          ) : (
            <Grid day={loaded} />
          )
        }
      </WhenLoaded>
    </>
  )
}

function Grid({ day: { day, rooms } }: { day: Day }) {
  const openings = rooms.flatMap((room) => room.openings)
  const spans = rooms.flatMap(({ spans: all }) => all.map((span) => minutesIn(day, span)))
  const all = openings.length > 0 ? [...openings, ...spans.filter(({ until, from }) => until - from < 1440)] : [USUAL]
  const first = Math.floor(Math.min(...all.map(({ from }) => from)) / 60) * 60
  const last = Math.ceil(Math.max(...all.map(({ until }) => until)) / 60) * 60
  const hours = Array.from({ length: (last - first) / 60 }, (_, i) => first + i * 60)
  return (
    <div className="meeting-day" role="region" aria-label={`${day} 的会议场所`} tabIndex={0}>
      <div className="meeting-day-line kb-size-13 kb-muted" style={width(first, last)} aria-hidden="true">
        <span />
        <div className="meeting-day-hours" style={columns(first, last)}>
          {hours.map((hour) => (
            <span key={hour} style={place(hour, hour + 60, first)}>
              {clockText(hour)}
            </span>
          ))}
        </div>
      </div>
      {rooms.map((room) => (
        <section key={room.roomId} className="meeting-day-line" style={width(first, last)} aria-label={room.name}>
          <div>
            <b className="kb-break">{room.name}</b>
            <div className="kb-note">
              {ROOM_KINDS[room.kind]} · {room.seats} 人{!room.isEnabled && ' · 已停用'}
            </div>
            {room.place && <div className="kb-note kb-break">{room.place}</div>}
          </div>
          <Track day={day} room={room} first={first} last={last} />
        </section>
      ))}
    </div>
  )
}

function Track({ day, room, first, last }: { day: string; room: Room; first: number; last: number }) {
  const navigate = useNavigate()
  const taken = room.spans.map((span) => ({ ...span, ...minutesOf(day, span, { first, last }) }))
  const cells = Array.from({ length: (last - first) / CELL }, (_, i) => first + i * CELL)
  const passed = (clock.now() - dayStart(day).getTime()) / MINUTE
  const isFree = (from: number) =>
    from >= passed &&
    room.openings.some((open) => open.from <= from && from + CELL <= open.until) &&
    !taken.some((span) => span.start < from + CELL && span.end > from)
  const book = (from: number) => {
    const instant = (minute: number) => new Date(dayStart(day).getTime() + minute * MINUTE).toISOString()
    const until = isFree(from + CELL) ? from + 2 * CELL : from + CELL
    const given = new URLSearchParams({ room: room.roomId, from: instant(from), until: instant(until) })
    void navigate(`${PLACES.create}?${given.toString()}`)
  }
  return (
    <div className="meeting-day-track" style={columns(first, last)}>
      {cells.map((from) =>
        isFree(from) ? (
          <button
            key={from}
            type="button"
            className="meeting-day-free"
            style={place(from, from + CELL, first)}
            aria-label={`预订 ${room.name} ${clockText(from)}`}
            title={`${clockText(from)} 可预订`}
            onClick={() => book(from)}
          />
        ) : (
          <span key={from} className="meeting-day-shut" style={place(from, from + CELL, first)} />
        ),
      )}
      {taken.map((span) => {
        const when = `${clockText(span.start)}–${clockText(span.end)}`
        const text = span.what === 'closed' ? `停用：${span.title}` : (span.title ?? `已占用 · ${span.who}`)
        const look =
          span.what === 'closed' ? 'meeting-day-closed' : span.isOwn ? 'meeting-day-own' : 'meeting-day-taken'
        const common = {
          className: `meeting-day-span kb-size-13 ${look}`,
          style: place(span.start, span.end, first),
          title: `${when} ${text}`,
        }
        return span.meetingId ? (
          <Link key={`${span.from}${span.what}`} to={meetingPlace(span.meetingId)} {...common}>
            {when} {text}
          </Link>
        ) : (
          <span key={`${span.from}${span.what}`} {...common}>
            {when} {text}
          </span>
        )
      })}
    </div>
  )
}

/** A span as minutes of the day, cut at its ends. */
function minutesIn(day: string, { from, until }: { from: string; until: string }) {
  const begin = dayStart(day).getTime()
  const minute = (at: string) => Math.min(1440, Math.max(0, (Date.parse(at) - begin) / MINUTE))
  return { from: minute(from), until: minute(until) }
}

function minutesOf(
  day: string,
  span: { from: string; until: string },
  { first, last }: { first: number; last: number },
) {
  const { from, until } = minutesIn(day, span)
  return { start: Math.max(first, from), end: Math.min(last, until) }
}

/** Px that a cell and the name of a room have at least. */
const LEAST = { cell: 36, name: 180 }

const width = (first: number, last: number) => ({ minWidth: LEAST.name + ((last - first) / CELL) * LEAST.cell })
const columns = (first: number, last: number) => ({
  gridTemplateColumns: `repeat(${(last - first) / CELL}, minmax(0, 1fr))`,
})

/** Where a time lies in the grid; what is shorter than a cell has the whole of it. */
const place = (from: number, until: number, first: number) => ({
  gridColumn: `${Math.floor((from - first) / CELL) + 1} / ${Math.max(Math.ceil((until - first) / CELL), Math.floor((from - first) / CELL) + 1) + 1}`,
})
