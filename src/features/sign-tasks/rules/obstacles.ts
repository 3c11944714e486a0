/** What keeps a company from signing documents, in words for its people, and where that is seen to. */
export const OBSTACLES = {
  companyNotOpened: {
    text: '本企业尚未开通电子签章，请由管理员申请开通',
    label: '开通电子签章',
    place: '/services/e-signature/open',
  },
  noSigner: {
    text: '本企业还没有签署人，请由管理员邀请并由本人确认开通',
    label: '开通签署人',
    place: '/services/e-signature/open',
  },
  noCertificate: {
    text: '本企业及其签署人还没有有效的数字证书，请先申请',
    label: '申请数字证书',
    place: '/services/ca/paid/list',
  },
} as const
export type Obstacle = keyof typeof OBSTACLES

/** Where copies are bought. */
export const BUY_COPIES = '/services/e-signature/buy'
