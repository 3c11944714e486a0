import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type * as z from 'zod'
import type { OutputOf } from '#contract/endpoint.ts'
import { ask } from '#web/feedback.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract/rooms.ts'
import { spanText } from '../rules/meeting.ts'
import { PLACES } from '../rules/places.ts'
import { ROOM_KINDS } from '../rules/room.ts'
import { RoomDialog } from './room-dialog.tsx'
import { hoursText } from './hours.ts'

type Kept = OutputOf<typeof c.rooms>
type Room = Kept['rooms'][number]
type Open = { what: 'room'; room: Room | null } | { what: 'closure'; room: Room } | { what: 'link' }

/** Rooms of the company: what they are, when they are open, when they are closed. */
export function Screen() {
  const query = useCall(c.rooms, {}, { fresh: 0 })
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <WhenLoaded query={query}>
      {({ rooms, isKeeper, link }) => (
        <>
          <PageHead
            title="会议场所"
            back={{ label: '场所预订', to: PLACES.overview }}
            actions={
              isKeeper && (
                <>
                  <Button onClick={() => setOpen({ what: 'link' })}>会议链接</Button>
                  <Button type="primary" onClick={() => setOpen({ what: 'room', room: null })}>
                    新增场所
                  </Button>
                </>
              )
            }
          />
          {!isKeeper && <p className="kb-hint kb-below-12">由企业管理员维护</p>}
          {rooms.length === 0 ? (
            <EmptyState title="还没有会议场所" hint="登记会议室、评标室、开标室和谈判室后，员工即可预订" />
          ) : (
            <Rooms rooms={rooms} isKeeper={isKeeper} onOpen={setOpen} />
          )}
          {open?.what === 'room' && <RoomDialog room={open.room} onClose={close} />}
          {open?.what === 'closure' && <ClosureDialog room={open.room} onClose={close} />}
          {open?.what === 'link' && <LinkDialog link={link} onClose={close} />}
        </>
      )}
    </WhenLoaded>
  )
}

function Rooms({ rooms, isKeeper, onOpen }: { rooms: Room[]; isKeeper: boolean; onOpen: (what: Open) => void }) {
  return (
    <DataTable
      label="会议场所"
      rows={rooms}
      rowKey={(room) => room.roomId}
      columns={[
        { key: 'name', title: '名称', isHead: true, value: (room) => room.name },
        { key: 'kind', title: '类型', width: 80, value: (room) => ROOM_KINDS[room.kind] },
        { key: 'place', title: '地点', value: (room) => room.place },
        { key: 'seats', title: '人数', kind: 'number', width: 72, value: (room) => room.seats },
        { key: 'equipment', title: '设备', value: (room) => room.equipment },
        { key: 'hours', title: '开放时间', value: (room) => hoursText(room.hours) },
        {
          key: 'closures',
          title: '停用时段',
          value: (room) => room.closures.map(({ from, until }) => spanText(from, until)).join('；'),
          render: (room) => room.closures.length > 0 && <Closures room={room} isKeeper={isKeeper} />,
        },
        {
          key: 'state',
          title: '状态',
          width: 80,
          value: (room) => (room.isEnabled ? '启用' : '停用'),
          render: (room) => (
            <StatusTag label={room.isEnabled ? '启用' : '停用'} tone={room.isEnabled ? 'success' : 'neutral'} />
          ),
        },
      ]}
      renderEnd={(room) =>
        isKeeper ? (
          <>
            <Button type="link" size="small" onClick={() => onOpen({ what: 'room', room })}>
              编辑
            </Button>
            <Button type="link" size="small" onClick={() => onOpen({ what: 'closure', room })}>
              停用时段
            </Button>
          </>
        ) : (
          <Link to={PLACES.overview}>预订</Link>
        )
      }
    />
  )
}

function Closures({ room: { roomId, closures }, isKeeper }: { room: Room; isKeeper: boolean }) {
  const reopen = useAction(c.reopenRoom, { success: '已取消停用' })
  const takeBack = async (closureId: string, when: string) => {
    if (await ask({ title: '取消停用', content: `${when} 恢复开放？` }))
      await reopen.run({ params: { roomId, closureId } })
  }
  return (
    <ul className="kb-stack kb-gap-4">
      {closures.map(({ closureId, from, until, reason }) => (
        <li key={closureId}>
          {spanText(from, until)}：{reason}
          {isKeeper && (
            <Button type="link" size="small" onClick={() => void takeBack(closureId, spanText(from, until))}>
              取消停用
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function ClosureDialog({ room, onClose }: { room: Room; onClose: () => void }) {
  return (
    <ActionDialog
      title={`停用“${room.name}”一段时间`}
      endpoint={c.closeRoom}
      schema={c.closeRoom.body}
      fields={[
        { kind: 'instant', name: 'from', label: '开始时间', required: true },
        { kind: 'instant', name: 'until', label: '结束时间', required: true, future: true },
        { kind: 'text', name: 'reason', label: '原因', required: true, maxLength: 100, wide: true },
      ]}
      input={(body: z.input<typeof c.closeRoom.body>) => ({ params: { roomId: room.roomId }, body })}
      hint="停用时段内不能预订；已预订的会议不受影响，请与主持人联系。"
      success={({ meetings }) =>
        meetings.length === 0 ? '已停用' : `已停用；时段内已有会议：${meetings.join('；')}，请与主持人联系`
      }
      onClose={onClose}
    />
  )
}

function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <ActionDialog
      title="本单位会议链接"
      endpoint={c.setLink}
      schema={c.setLink.body}
      initial={{ link }}
      fields={[
        {
          kind: 'text',
          name: 'link',
          label: '链接',
          maxLength: 500,
          wide: true,
          help: '须为 HTTPS 地址；其中的 {{room}} 会替换为每次会议的编码。留空则不使用',
        },
      ]}
      input={(body: z.input<typeof c.setLink.body>) => ({ body })}
      hint="使用本单位自己的会议系统，平台不计费；参会人在会议开始前 30 分钟起可进入。"
      success="已保存"
      onClose={onClose}
    />
  )
}
