/** The slope of the straight line through the logarithms: 1 when twice as much takes twice as long. */
export function exponent(points: readonly (readonly [number, number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const)
  const mean = (of: 0 | 1) => logs.reduce((sum, point) => sum + point[of], 0) / logs.length
  const [mx, my] = [mean(0), mean(1)]
  const cross = logs.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0)
  return cross / logs.reduce((sum, [x]) => sum + (x - mx) ** 2, 0)
}
