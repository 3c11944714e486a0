import type { Screen, WebFeature } from '#web/screen.ts'
import { invitationPlace, meetingPlace, PLACES, roomPlace } from '../rules/places.ts'

const ANY: Pick<Screen, 'workbench'> = { workbench: ['purchaser', 'agency', 'supplier'] }
const BUYERS: Pick<Screen, 'workbench'> = { workbench: ['purchaser', 'agency'] }
const parameter = ':meetingId'

export const meetingsWeb: WebFeature = {
  screens: [
    {
      ...BUYERS,
      path: PLACES.overview,
      title: '场所预订',
      menu: 'meeting-rooms',
      load: () => import('./overview-screen.tsx'),
    },
    {
      ...BUYERS,
      path: PLACES.configure,
      title: '会议场所',
      menu: 'meeting-rooms',
      load: () => import('./configure-screen.tsx'),
    },
    { ...ANY, path: PLACES.create, title: '预订会议', menu: 'meetings', load: () => import('./form-screen.tsx') },
    {
      ...ANY,
      path: PLACES.list,
      title: '会议',
      menu: 'meetings',
      cached: true,
      load: () => import('./list-screen.tsx'),
    },
    {
      ...ANY,
      path: meetingPlace(parameter),
      title: '会议',
      menu: 'meetings',
      load: () => import('./detail-screen.tsx'),
    },
    {
      ...ANY,
      path: roomPlace(parameter),
      title: '会议室',
      menu: 'meetings',
      load: () => import('./room-screen.tsx'),
    },
    {
      ...ANY,
      path: invitationPlace(':code'),
      title: '会议邀请',
      menu: 'meetings',
      load: () => import('./invitation-screen.tsx'),
    },
  ],
}
