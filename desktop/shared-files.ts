/** Groups code that several screens share into two files: each file costs a request. */
export const sharedFiles = [
  { name: "libraries", test: /[\\/]node_modules[\\/].*\.m?js$/, minShareCount: 6, priority: 1 },
  { name: "shared", test: /\.tsx?$/, minShareCount: 6 },
];
