import { patternsOf } from '#features/procurement/methods/places.ts'
import { part, type WebFeature } from '#web/screen.ts'
import { TALK_SLOTS } from '../contract-slots.ts'

const pathsOf = (...given: Parameters<typeof patternsOf>) => patternsOf(...given).map(({ path }) => path)

export const talksWeb: WebFeature = {
  parts: [part(TALK_SLOTS.room, 'talks', () => import('./room/room-part.tsx'))],
  screens: [
    {
      path: pathsOf('talk.edit', ['purchaser', 'agency']),
      title: '响应文件与协商',
      workbench: ['purchaser', 'agency'],
      right: ['tendering', 'agencyTendering', 'auditing'],
      load: () => import('./talk-screen.tsx'),
    },
    {
      path: pathsOf('respond.edit', ['supplier']),
      title: '响应文件',
      workbench: 'supplier',
      right: 'bidding',
      menu: 'monitor-bid',
      load: () => import('./response-screen.tsx'),
    },
    {
      path: pathsOf('talk.reply', ['supplier']),
      title: '协商情况',
      workbench: 'supplier',
      right: 'bidding',
      menu: 'monitor-bid',
      load: () => import('./reply-screen.tsx'),
    },
    {
      path: pathsOf('round-talk.hold', ['purchaser', 'agency']),
      title: '谈判',
      workbench: ['purchaser', 'agency'],
      right: ['tendering', 'agencyTendering', 'auditing'],
      load: () => import('./round/talks-screen.tsx'),
    },
    {
      path: pathsOf('round-talk.reply', ['supplier']),
      title: '谈判记录',
      workbench: 'supplier',
      right: 'bidding',
      menu: 'monitor-negotiation',
      load: () => import('./round/own-screen.tsx'),
    },
  ],
}
