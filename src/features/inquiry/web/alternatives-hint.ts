/** What becomes of alternatives, wherever they are shown. */
export const ALTERNATIVES_HINT = '备选报价仅供比较，不计入总价，不参与最低价、排名和成交。'
